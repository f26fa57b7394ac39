/** Caddy makes its own certificate for it. */
export const domain = 'www.site.local'

export interface Case {
  name: string
  /** Prepares it, as root. */
  before?: string
  command: string
  /** As the owner sees it. */
  says: RegExp
  code?: number
  /** Cuts the power so many milliseconds after this line. */
  cut?: [line: RegExp, afterMs: number]
  /** The tag of the release that runs then. */
  runs: string
  /** Nobody visits meanwhile. */
  isQuiet?: true
  after?: string
}

const installFor = (name: string) => `/opt/site/source/deploy/install ${name} you@example.com`
const install = installFor(domain)
const caddyDropIn = '/etc/systemd/system/caddy.service.d/site.conf'
const ownFiles = '/etc/caddy/Caddyfile /etc/systemd/system/site.service /etc/site.env'
/** Every file that install could change. */
const listing = `find /etc /opt/site /usr/local -not -path '*/.git/*' -type f -printf '%p %m %u:%g %T@\\n' | sort`
const fromFile = 'site-admin upgrade --from /root/site.tar.gz'
const newestBackup = 'ls -t /var/lib/site-backups/site-*.db | head -n 1'
const restoreNewest = `site-admin restore $(${newestBackup}) --yes`
const copyBackup = `cd /var/lib/site-backups && cp -p $(${newestBackup}) spoilt.db`
const restoreSpoilt = 'site-admin restore spoilt.db --yes'
const inSpoilt = (statement: string) =>
  `${copyBackup} && cd /opt/site/current &&
  node_modules/.bin/node -e "require('better-sqlite3')('/var/lib/site-backups/spoilt.db').exec(\\"${statement}\\")"`

const nothingChanged = /^Nothing has changed: /m
const healthy = /^5\/5 Healthy: .* To go back: site-admin rollback$/m

/** In this order, on one machine. */
export const cases: Case[] = [
  {
    name: 'install makes a site of an empty Debian',
    before: 'umask 077; git clone -q -b first /srv/site.git /opt/site/source',
    command: install,
    says: /^new +the first backup$/m,
    runs: 'first',
    isQuiet: true,
    after: 'site-admin set SUBMISSIONS_PER_MINUTE=0',
  },
  {
    name: 'install changes nothing when it runs again',
    before: `${listing} > /root/listing`,
    command: `${install} && ${listing} | diff /root/listing - && echo "The same."`,
    says: /^(?!new |[^]*\nnew )[^]*The same\./,
    runs: 'first',
  },
  {
    name: "install leaves the owner's Caddyfile, unit and settings alone",
    before: `for file in ${ownFiles}; do echo '# Mine.' >> $file; done`,
    command: `${install} && tail -qn 1 ${ownFiles}`,
    says: /^kept +\S+\/site\.service, which differs[^]*(?:# Mine\.\n){3}/m,
    runs: 'first',
    after: 'cp /opt/site/current/deploy/site.service /etc/systemd/system/; systemctl daemon-reload',
  },
  {
    name: 'install refuses to run as another user',
    command: `setpriv --reuid=nobody /opt/site/current/deploy/install ${domain} you@example.com`,
    says: /^Run it as root\.$/m,
    code: 1,
    runs: 'first',
  },
  {
    name: 'install for another domain says how to move the site',
    command: installFor('www.other.local'),
    says: /^\S+ has another domain\. To serve www\.other\.local: rm /m,
    code: 1,
    runs: 'first',
  },
  {
    name: 'install leaves Caddy running if its file is wrong',
    before: `cp /etc/caddy/Caddyfile ${caddyDropIn} /root; rm ${caddyDropIn}; sed -i '1i other.local {\\n}' /etc/caddy/Caddyfile`,
    command: install,
    says: /must be first[^]*^Caddy can't use /m,
    code: 1,
    runs: 'first',
    after: `cp /root/Caddyfile /etc/caddy/; cp /root/site.conf ${caddyDropIn}`,
  },
  { name: 'an upgrade', command: 'site-admin upgrade good', says: healthy, runs: 'good' },
  {
    name: 'an upgrade to what runs already',
    command: 'site-admin upgrade good',
    says: /runs this commit already/,
    runs: 'good',
  },
  { name: 'a rollback', command: 'site-admin rollback', says: /^Healthy: /m, runs: 'first' },
  ...(
    [
      ['cannot be built', 'broken-build', nothingChanged],
      ['has a broken migration', 'broken-migration', nothingChanged],
      ['does not start', 'broken-start', nothingChanged],
      ['crashes after the switch', 'crashing', /^Went back to .* it crashes\./m],
      ['is unhealthy after the switch', 'unhealthy', /^Went back to .* not healthy within/m],
    ] as const
  ).map(([words, tag, says]) => ({
    name: `an upgrade to a release that ${words}`,
    command: `site-admin upgrade ${tag}`,
    says,
    code: 1,
    runs: 'first',
  })),
  {
    name: 'an upgrade on a full disk',
    before: `fallocate -l $(($(df --output=avail -B 1 / | tail -n 1) - 30000000)) /filler`,
    command: 'site-admin upgrade good',
    says: nothingChanged,
    code: 1,
    runs: 'first',
    // With so little space the forms answer 503.
    isQuiet: true,
    after: 'rm /filler',
  },
  {
    name: 'an upgrade from a file',
    before: `cd /opt/site/source && git checkout -q packed && npm run --silent tools -- release --pack /root/site.tar.gz && sync`,
    command: fromFile,
    says: healthy,
    runs: 'packed',
    after: 'site-admin rollback',
  },
  ...(
    [
      ['it builds', 'site-admin upgrade good', /^1\/5/m, 5000],
      ['it makes the backup', fromFile, /^2\/5/m, 300],
      ['it tries the release', fromFile, /^3\/5/m, 1500],
      ['it switches', fromFile, /^4\/5/m, 0],
      ['it waits for the new release', fromFile, /^4\/5/m, 1200],
    ] as const
  ).map(([words, command, line, afterMs]) => ({
    name: `the power fails while ${words}`,
    command,
    says: line,
    cut: [line, afterMs] as [RegExp, number],
    runs: 'first',
  })),
  {
    name: 'an upgrade after all of these',
    command: 'site-admin upgrade good && ls /opt/site/releases | wc -l',
    says: /^5\/5 Healthy: .*\n[123]$/m,
    runs: 'good',
  },
  {
    name: 'a restore of a proven backup',
    before: 'systemctl start site-backup',
    command: restoreNewest,
    says: /^Restored, and the site is healthy\./m,
    runs: 'good',
  },
  {
    name: 'the power fails during a restore',
    command: restoreNewest,
    says: /^The site waits meanwhile/m,
    cut: [/^The site waits meanwhile/, 500],
    runs: 'good',
  },
  {
    name: 'a restore of a damaged backup',
    before: `${copyBackup} && dd if=/dev/urandom of=spoilt.db bs=4096 seek=2 count=10 conv=notrunc`,
    command: restoreSpoilt,
    says: /^Nothing has changed\.$/m,
    code: 1,
    runs: 'good',
  },
  {
    name: 'a restore of a backup with another SECRET',
    before: inSpoilt('pragma user_version = 7'),
    command: restoreSpoilt,
    says: /another SECRET[^]*^Nothing has changed\.$/m,
    code: 1,
    runs: 'good',
  },
  {
    name: 'a restore of a backup older than 30 days',
    before: inSpoilt(`update backup_proofs set made_at = '2020-01-01T00:00:00.000Z'`),
    command: restoreSpoilt,
    says: /may bring back erased people[^]*^Nothing has changed\.$/m,
    code: 1,
    runs: 'good',
  },
]
