import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const tools = ['debootstrap', 'systemd-nspawn', 'unshare', 'nsenter', 'ip', 'mkfs.ext4']

/** Why no machine can be started here. */
export const missing =
  process.getuid?.() === 0
    ? tools.filter((tool) => spawnSync('which', [tool]).status !== 0).join(', ')
    : 'root'

export type Machine = Awaited<ReturnType<typeof startMachine>>

/**
 * An empty Debian 12 with its own systemd, disk and loopback network, and no way out. It ends with this process, however
 * that ends: its keeper, the first process of a namespace, reads its orders from here.
 * @param megabytes of memory
 */
export async function startMachine({ megabytes = 0, diskGigabytes = 8 } = {}) {
  const lower = `${npmCache()}:${debianBase()}`
  const dir = mkdtempSync(join(tmpdir(), 'machine-'))
  execFileSync('truncate', ['-s', `${diskGigabytes}G`, join(dir, 'disk')])
  execFileSync('mkfs.ext4', ['-q', '-m', '0', join(dir, 'disk')])
  const args = [dir, lower, String(megabytes), keeper]
  const child = spawn('sh', ['-c', owner, 'owner', ...args], {
    // Otherwise Ctrl-C would kill it before it has deleted its disk.
    detached: true,
    stdio: ['pipe', 'pipe', process.env['TORTURE_LOG'] ? 'inherit' : 'ignore'],
  })
  const exited = once(child, 'exit')
  const answers = createInterface(child.stdout)
  const order = async (name: string) => {
    child.stdin.write(`${name}\n`)
    const answer: unknown = await Promise.race([once(answers, 'line'), exited])
    if (String(answer) !== name) throw new Error(`The machine can't ${name}.`)
  }
  let leader = 0

  async function boot() {
    await order('boot')
    // owner, unshare, keeper, systemd-nspawn, systemd
    const wanted = async () => {
      leader = [1, 2, 3, 4].reduce((pid) => childOf(pid) ?? 0, child.pid!)
      const { output } = await run('systemctl is-system-running --wait')
      return /^(?:running|degraded)$/m.test(output)
    }
    for (const end = Date.now() + 60_000; !(await wanted()); await sleep(200)) {
      if (Date.now() > end) throw new Error('The machine does not boot.')
    }
  }

  /** Runs a command of its root, and passes on each line of what it says. */
  async function run(
    script: string,
    onLine: (line: string) => void = () => {},
  ): Promise<{ code: number; output: string; seconds: number }> {
    const startedAt = performance.now()
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const shell = [
      'env',
      '-i',
      path,
      'HOME=/root',
      'LANG=C.UTF-8',
      'sh',
      '-c',
      `exec 2>&1; cd; ${script}`,
    ]
    const inside = ['nsenter', '--target', String(leader), '--all', ...shell]
    // In its cgroup, so that the limit of its memory holds.
    const joining = `for root in ${cgroups}; do echo 0 > $root/${basename(dir)}/cgroup.procs; done 2>/dev/null; exec "$@"`
    const running = spawn('sh', ['-c', joining, 'sh', ...inside], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    createInterface(running.stdout).on('line', onLine)
    const [output] = await Promise.all([text(running.stdout), once(running, 'close')])
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return { code: running.exitCode ?? 255, output, seconds }
  }

  await boot()
  return {
    run,
    boot,
    /** The host's path of a file in it. */
    path: (file: string) => `/proc/${leader}/root${file}`,
    /** Everything stops at once, and what was not synced is lost. */
    cutPower: () => order('cut'),
    /** The command that runs a program of the host in its network. */
    inItsNetwork: ['nsenter', `--net=/proc/${childOf(childOf(child.pid!)!)}/ns/net`],
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}

function childOf(pid: number): number | undefined {
  const file = `/proc/${pid}/task/${pid}/children`
  const child = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').at(-1) : undefined
  return Number(child) || undefined
}

/** Of all three kinds: version 2, and those of version 1 that matter. */
const cgroups = '/sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/memory'

/** Deletes everything when the keeper has ended. */
const owner = `
group=$(basename $1)
for root in ${cgroups}; do [ ! -e $root/cgroup.procs ] || mkdir $root/$group; done
unshare --mount --net --pid --fork --mount-proc --kill-child sh -ec "$4" keeper "$1" "$2" "$3"
rm -rf $1
for root in ${cgroups}; do find $root/$group -depth -type d -exec rmdir {} + ; done 2>/dev/null
`

/** Boots and cuts the power. When it ends, so does everything in its namespaces, its mounts included. */
const keeper = `
dir=$1 lower=$2 megabytes=$3
exec 3>&1 >&2
ip link set lo up
for root in ${cgroups}; do
  group=$root/$(basename $dir)
  [ -e $group/cgroup.procs ] || continue
  echo 0 > $group/cgroup.procs
  for limit in memory.limit_in_bytes memory.max; do
    if [ $megabytes != 0 ] && [ -e $group/$limit ]; then echo \${megabytes}M > $group/$limit; fi
  done
done
[ -e /sys/fs/cgroup/cgroup.controllers ] || export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=0
mkdir $dir/mnt $dir/root
while read -r order; do
  case $order in
  boot)
    mount -o loop $dir/disk $dir/mnt
    mkdir -p $dir/mnt/upper $dir/mnt/work
    mount -t overlay overlay -o lowerdir=$lower,upperdir=$dir/mnt/upper,workdir=$dir/mnt/work $dir/root
    systemd-nspawn --quiet --boot --register=no --keep-unit --capability=CAP_NET_ADMIN \\
      --resolv-conf=off --timezone=off --machine=site --directory=$dir/root </dev/null & ;;
  cut)
    kill -9 -1
    # Before the cache of the file system is written to it.
    cp --sparse=always $dir/disk $dir/later
    until umount $dir/root $dir/mnt; do sleep 0.1; done
    mv $dir/later $dir/disk ;;
  esac
  echo $order >&3
done
`

/** With the packages of deploy/install, so that the machine needs no network. */
function debianBase(): string {
  const [, packages] = /^packages="([^"]+)"$/m.exec(readFileSync('deploy/install', 'utf8'))!
  const base = join(cacheDir, `debian-12-${digest(packages!)}`)
  if (existsSync(base)) return base
  const making = `${base}-${process.pid}`
  mkdirSync(cacheDir, { recursive: true })
  const mirror = execFileSync('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI)',
    'Label: Debian',
  ])
  const proxy = /'(.*)'/.exec(
    String(execFileSync('apt-config', ['shell', 'p', 'Acquire::http::Proxy'])),
  )
  const env = {
    ...process.env,
    ...(proxy && { http_proxy: proxy[1] }),
    DEBIAN_FRONTEND: 'noninteractive',
  }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  const first = [
    '--variant=minbase',
    '--include=systemd,systemd-sysv,dbus,ca-certificates,iproute2,git',
  ]
  const [uri = ''] = String(mirror).split('\n')
  execFileSync('debootstrap', [...first, 'bookworm', making, ...(uri ? [uri] : [])], options)
  const apt = [
    '-y',
    '-o',
    'Dpkg::Options::=--force-unsafe-io',
    '--no-install-recommends',
    'install',
  ]
  execFileSync('chroot', [making, 'apt-get', 'update'], options)
  execFileSync('chroot', [making, 'apt-get', ...apt, ...packages!.split(' ')], options)
  // The site's names have certificates of Caddy's own.
  writeFileSync(join(making, 'etc/hosts'), '127.0.0.1 localhost www.site.local site.local\n')
  renameSync(making, base)
  return base
}

/** With everything of the lockfile, in /var/cache/npm. */
function npmCache(): string {
  const cache = join(cacheDir, `npm-${digest(readFileSync('package-lock.json', 'utf8'))}`)
  if (existsSync(cache)) return cache
  const making = `${cache}-${process.pid}`
  const dir = mkdtempSync(join(tmpdir(), 'lockfile-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(file, join(dir, file))
  const npm = ['ci', '--prefer-offline', '--include=dev', '--include=optional']
  const engine = `--require=${resolve('tools/npm-engine.cjs')}`
  execFileSync('npm', [...npm, '--cache', join(making, 'var/cache/npm')], {
    cwd: dir,
    env: { ...process.env, NODE_OPTIONS: engine },
  })
  rmSync(dir, { recursive: true })
  mkdirSync(join(making, 'root'), { mode: 0o700 })
  writeFileSync(join(making, 'root/.npmrc'), 'offline=true\ncache=/var/cache/npm\n')
  renameSync(making, cache)
  return cache
}

const digest = (of: string) => createHash('sha256').update(of).digest('hex').slice(0, 8)

const cacheDir = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'site-torture')
