const SECOND_MILLIS = 1_000;

// Scrapes the metrics at an address once a second.
const [, , url = ""] = process.argv;
setInterval(async () => {
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok || !text.includes("luxgate_build_info"))
    throw new Error(`no metrics at ${url}: ${text.slice(0, 200)}`);
}, SECOND_MILLIS);
