import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SocketOwner } from "../../../src/service/processes/socket-owner.ts";

const client = `require("node:net").connect(Number(process.argv[1]), "127.0.0.1")`;

test("a connection belongs to the process that opened it and to its ancestors, and to no other", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: to } = server.address() as AddressInfo;
  const connect = async () => {
    const child = spawn(process.execPath, ["-e", client, String(to)], { stdio: "ignore" });
    const [socket] = (await once(server, "connection")) as [Socket];
    socket.on("error", () => {});
    onTestFinished(() => {
      child.kill("SIGKILL");
      socket.destroy();
      server.close();
    });
    return { pid: child.pid ?? 0, from: socket.remotePort ?? 0 };
  };
  const [one, other] = [await connect(), await connect()];
  const owner = new SocketOwner(one.pid);
  expect(await owner.owns({ from: one.from, to })).toBe(true);
  expect(await owner.owns({ from: one.from, to })).toBe(true);
  expect(await owner.owns({ from: other.from, to })).toBe(false);
  expect(await new SocketOwner(process.pid).owns({ from: other.from, to })).toBe(true);
  expect(await owner.owns({ from: 1, to })).toBe(false);
});

test("concurrent lookups of connections each get their own answer", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: to } = server.address() as AddressInfo;
  const ports: number[] = [];
  const accepted = Promise.withResolvers<void>();
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    if (ports.push(socket.remotePort ?? 0) === 12) accepted.resolve();
  });
  const child = spawn(process.execPath, ["-e", `for (let n = 0; n < 12; n += 1) ${client}`, String(to)], {
    stdio: "ignore",
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    server.close();
  });
  await accepted.promise;
  const owner = new SocketOwner(child.pid ?? 0);
  const answers = await Promise.all([...ports, 1].map((from) => owner.owns({ from, to })));
  expect(answers).toEqual([...ports.map(() => true), false]);
});
