import { parseServers } from "./fleet-address.ts";
import { greetingOf } from "./greeting.ts";

const ANSWER_MILLIS = 2_000;

/** Which of these servers do not greet a client: a server that runs says something at once, even to strangers. */
export async function silentServers(urls: readonly string[]): Promise<readonly string[]> {
  const greeted = await Promise.all(urls.map(greets));
  return urls.filter((_url, index) => !greeted[index]);
}

function greets(url: string): Promise<boolean> {
  const parsed = parseServers(url);
  const [server] = "problem" in parsed ? [] : parsed.servers;
  if (server === undefined) return Promise.resolve(false);
  return greetingOf(server, ANSWER_MILLIS).then(
    () => true,
    () => false,
  );
}

/** What a person has to do who wants to change a fleet of which too few servers run; undefined where enough do. */
export async function whyNoQuorum(urls: readonly string[]): Promise<string | undefined> {
  if (urls.length < 2) return undefined;
  const silent = await silentServers(urls);
  if (silent.length * 2 < urls.length) return undefined;
  const answering = urls.length - silent.length;
  const least = Math.floor(urls.length / 2) + 1;
  return `${answering} of ${urls.length} servers ${answering === 1 ? "answers" : "answer"}, and ${least} must run. No answer from ${silent.join(" and ")}.`;
}
