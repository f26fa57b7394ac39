import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'

const PATH = `${process.env['PATH']}:/usr/sbin`

export type RunningProxy = Awaited<ReturnType<typeof startNginx>>

export const proxies = {
  caddy: { isInstalled: runs('caddy', 'version'), start: startCaddy },
  nginx: {
    isInstalled: runs('nginx', '-v') && runs('openssl', 'version'),
    start: startNginx,
  },
}

function runs(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { env: { PATH } }).status === 0
}

/**
 * The unchanged deploy/Caddyfile, with Caddy's internal certificate authority. Its root signs the certificate: the
 * intermediate one lives only seven days.
 */
async function startCaddy(port: number, upstream: string) {
  const dir = mkdtempSync(join(tmpdir(), 'caddy-'))
  const options = `skip_install_trust\nauto_https disable_redirects\nstorage file_system ${dir}`
  const tls = `tls {\nissuer internal {\nlifetime 90d\nsign_with_root\n}\n}`
  const conf = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('/run/caddy', dir)
    .replace(/^\{$/m, `{\n${options}`)
    .replace(/^\{\$SITE_ADDRESS.*$/m, (line) => `${line}\n${tls}`)
  writeFileSync(join(dir, 'Caddyfile'), conf)
  const log = join(dir, 'site.log')
  const url = `https://localhost:${port}`
  run('caddy', ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')], {
    HOME: dir,
    SITE_ADDRESS: url,
    SITE_UPSTREAM: upstream,
    SITE_LOG: log,
  })
  /** Its root certificate. */
  const ca = join(dir, 'pki/authorities/local/root.crt')
  await vi.waitFor(() => isOpen(port), { timeout: 20_000 })
  return { url, ca, log: () => readFileSync(log, 'utf8') }
}

/** deploy/nginx.conf with domain, ports and certificate replaced as its first lines say. */
async function startNginx(port: number, upstream: string, more = '') {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'))
  const [key, ca] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj /CN=site -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${ca}`
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' })
  const log = join(dir, 'site.log')
  const plainPort = await freePort()
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll(/\/etc\/letsencrypt\/\S+fullchain\.pem/g, ca)
    .replaceAll(/\/etc\/letsencrypt\/\S+privkey\.pem/g, key)
    .replaceAll('www.example.com', '127.0.0.1')
    .replace('/var/log/nginx/site.log', log)
    .replace('127.0.0.1:3000', upstream)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join('\n')
  const frame = `daemon off; pid ${dir}/pid; error_log ${dir}/error.log; worker_processes 1; events {}`
  writeFileSync(join(dir, 'nginx.conf'), `${frame}\nhttp {\n${temporary}\n${more}\n${conf}\n}\n`)
  run('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf')], {})
  await vi.waitFor(() => isOpen(port), { timeout: 20_000 })
  return { url: `https://127.0.0.1:${port}`, ca, log: () => readFileSync(log, 'utf8') }
}

/** @param servers the content of the `upstream` block */
export function startNginxBefore(port: number, servers: string) {
  return startNginx(port, 'site', `upstream site { ${servers} }`)
}

function run(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, { env: { PATH, ...env }, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGTERM'))
}

async function isOpen(port: number): Promise<void> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
