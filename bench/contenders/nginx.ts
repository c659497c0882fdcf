import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { LIGHTS_PATH } from "../support/homes.ts";
import { startQuiet } from "../support/process.ts";
import { type Contender, contender, type Given } from "./contender.ts";

export const NGINX = "nginx on a file";

/** One worker that sends a file which it keeps open; it logs nothing. */
export async function startNginx({ listFile, folder }: Given): Promise<Contender> {
  const port = await freePort();
  const configuration = join(folder, `nginx-${port}.conf`);
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${folder}/nginx-${port}.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=16;
  keepalive_requests 1000000000;
  keepalive_timeout 60s;
  client_body_temp_path ${folder}/nginx-body;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
  server {
    listen 127.0.0.1:${port};
    location = ${LIGHTS_PATH} { default_type application/json; alias ${listFile}; }
  }
}
`,
  );
  const command = ["/usr/sbin/nginx", "-e", "stderr", "-c", configuration];
  return contender(NGINX, await startQuiet(command, `http://127.0.0.1:${port}${LIGHTS_PATH}`));
}
