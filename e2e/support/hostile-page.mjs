// The script of a hostile page: everything that a page of another origin can have a browser do to a gateway. Each attack
// gives what it got to read; empty for nothing.
const PATIENCE_MILLIS = 2_000;

const wait = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const inTime = (attack) => Promise.race([attack.catch(() => ""), wait(PATIENCE_MILLIS).then(() => "")]);

/** Attacks at the same time, by their names. */
async function all(attacks) {
  const got = attacks.map(async ([name, attack]) => [name, await inTime(Promise.resolve().then(attack))]);
  return Object.fromEntries(await Promise.all(got));
}

async function fetched(address, options) {
  const response = await fetch(address, options);
  return `${await response.text()}${[...response.headers].join()}`;
}

/** Gives a name once the browser takes a foreign resource for what the element shows. */
function loaded(tag, attributes) {
  const element = Object.assign(document.createElement(tag), attributes);
  const outcome = new Promise((resolve) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve("");
  });
  document.body.append(element);
  return outcome;
}

const READ_OPTIONS = [
  { credentials: "include" },
  { credentials: "omit" },
  { credentials: "include", mode: "no-cors" },
  { credentials: "include", mode: "no-cors", cache: "force-cache", referrerPolicy: "no-referrer" },
  { credentials: "include", headers: { "Last-Event-ID": "1", Accept: "text/html" } },
];

/** Reads of any kind. */
export const reads = (gateway, paths) =>
  all(
    paths.flatMap((path) => [
      ...READ_OPTIONS.map((options) => [
        `fetch ${path} ${JSON.stringify(options)}`,
        () => fetched(gateway + path, options),
      ]),
      [`script ${path}`, () => loaded("script", { src: gateway + path })],
      [`module ${path}`, () => import(gateway + path).then(() => "imported")],
      [`style ${path}`, () => loaded("link", { rel: "stylesheet", href: gateway + path })],
      [`picture ${path}`, () => loaded("img", { src: gateway + path })],
      [`picture with leave ${path}`, () => loaded("img", { crossOrigin: "use-credentials", src: gateway + path })],
      [`video ${path}`, () => loaded("video", { src: gateway + path })],
      [`worker ${path}`, async () => new Worker(gateway + path) && "started"],
      [`service worker ${path}`, () => navigator.serviceWorker.register(gateway + path).then(() => "registered")],
    ]),
  );

/** What is said by itself: events, and a socket. */
export const listens = (gateway) =>
  all([
    ["events", () => eventFrom(`${gateway}/eventstream/clip/v2`)],
    ["socket", () => socketTo(gateway.replace("http", "ws"))],
    ["socket to commands", () => socketTo(`${gateway.replace("http", "ws")}/operator/command/traffic`)],
  ]);

const eventFrom = (address) =>
  new Promise((resolve) => {
    const source = new EventSource(address, { withCredentials: true });
    source.onmessage = ({ data }) => resolve(data);
    source.onopen = () => resolve("opened");
    source.onerror = () => resolve("");
  });

const socketTo = (address) =>
  new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.onopen = () => resolve("opened");
    socket.onerror = () => resolve("");
  });

/** Shows the gateway's page within this one, in every way there is; the test looks into the frames. */
export async function frames(gateway, path = "/") {
  for (const [tag, name] of [
    ["iframe", "src"],
    ["object", "data"],
    ["embed", "src"],
  ]) {
    const element = document.createElement(tag);
    element[name] = gateway + path;
    document.body.append(element);
  }
  const sandboxed = document.createElement("iframe");
  sandboxed.sandbox = "allow-scripts allow-same-origin allow-forms";
  sandboxed.src = gateway + path;
  document.body.append(sandboxed);
  await wait(1_500);
}

/** Opens an address in a window and gives all that can be seen of it from here. */
export async function opened(address) {
  const opened = window.open(address);
  await wait(1_500);
  const looks = [
    () => opened.document.body.textContent,
    () => opened.location.href,
    () => opened.location.hash,
    () => opened.localStorage.length,
    () => opened.document.cookie,
    () => opened.name,
    () => opened.history.length,
  ];
  const seen = looks.map((look) => {
    try {
      return String(look() ?? "");
    } catch {
      return "";
    }
  });
  opened.postMessage("hello", "*");
  return seen.join("");
}

/** Requests that may change something: `changes` are `{ path, body }`. */
export const writes = (gateway, changes) =>
  all(
    changes.flatMap(({ path, body }) => {
      const address = gateway + path;
      return [
        ...["POST", "PUT"].flatMap((method) =>
          ["include", "omit"].map((credentials) => [
            `${method} with leave, ${credentials} ${path}`,
            () => fetched(address, { method, body, credentials, headers: { "Content-Type": "application/json" } }),
          ]),
        ),
        ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"].map((type) => [
          `POST without leave, ${type} ${path}`,
          () =>
            fetched(address, {
              method: "POST",
              mode: "no-cors",
              credentials: "include",
              body,
              keepalive: true,
              headers: { "Content-Type": type },
            }),
        ]),
        [
          `POST that hides where it is from ${path}`,
          () =>
            fetched(address, {
              method: "POST",
              mode: "no-cors",
              credentials: "include",
              body,
              referrerPolicy: "no-referrer",
            }),
        ],
        [`POST by a detour ${path}`, () => fetched(detour(address), { method: "POST", mode: "no-cors", body })],
        [`beacon ${path}`, async () => navigator.sendBeacon(address, body) && ""],
        [`ping ${path}`, async () => ping(address)],
      ];
    }),
  );

/** Our own server sends the browser on, with the method and the body. */
const detour = (address) => `/detour?to=${encodeURIComponent(address)}`;

function ping(address) {
  const link = Object.assign(document.createElement("a"), { href: "#", ping: address });
  document.body.append(link);
  link.click();
  return "";
}

/** Forms, which take the whole window along; each opens one of its own. */
export async function forms(gateway, changes) {
  for (const { path, body } of changes) {
    for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
      submit({ action: gateway + path, method: "post", enctype, target: "_blank" }, body);
    submit({ action: detour(gateway + path), method: "post", enctype: "text/plain", target: "_blank" }, body);
    submit({ action: gateway + path, method: "get", target: "_blank" }, body);
    hiding(gateway + path, body);
  }
  await wait(1_500);
}

/** As text, the name and the value of a field are JSON with an equals sign in it. */
function submit(attributes, body) {
  const form = Object.assign(document.createElement("form"), attributes);
  const name = body.replace(/\}$/, `${body === "{}" ? "" : ","}"x":"`);
  form.append(Object.assign(document.createElement("input"), { name, value: '"}' }));
  document.body.append(form);
  form.submit();
}

/** A frame without an origin sends `Origin: null`. */
function hiding(address, body) {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts allow-forms allow-popups";
  const sent = JSON.stringify({ method: "POST", mode: "no-cors", credentials: "include", body });
  frame.srcdoc = `<script>fetch(${JSON.stringify(address)}, ${sent.replaceAll("<", "\\u003c")})</script>`;
  document.body.append(frame);
}
