/** The decisions of `npm run deploy`, without their execution. */

type Route = { pattern: string; custom_domain?: boolean }
/** The parts of wrangler.toml that decide where the worker can be reached. */
export type DeployConfig = {
  routes?: (string | Route)[] | undefined
  workers_dev?: boolean | undefined
  preview_urls?: boolean | undefined
  d1_databases?: { database_id?: string | undefined }[]
  vars?: Record<string, unknown>
}

/** Nobody can own a domain with this ending (RFC 2606); wrangler.toml comes with one. */
const EXAMPLE = '.example'
const NAMED_MAX = 5

/**
 * Why this tree must not be deployed; empty if it may. `status`: the output of `git status
 * --porcelain`.
 */
export function deployRefusals({
  status,
  config,
}: {
  status: string
  config: DeployConfig
}): string[] {
  const changed = status.split('\n').filter(Boolean)
  const refusals = [domainRefusal(config)]
  if (changed.length > 0)
    refusals.push(
      `These files are not committed: ${namesOf(changed)}. Commit or remove them, so that what runs is a version that Git knows.`,
    )
  if (config.workers_dev !== false || config.preview_urls !== false)
    refusals.push(
      'Set workers_dev = false and preview_urls = false in wrangler.toml: another address would work on the same database.',
    )
  if (!config.d1_databases?.[0]?.database_id?.match(/[1-9a-f]/))
    refusals.push(
      'Put the id of your database into wrangler.toml: npx wrangler d1 create neighbourhelp',
    )
  return refusals.filter((refusal) => refusal !== null)
}

/**
 * Why the worker's addresses are wrong: it needs exactly one, its own domain, and links must lead
 * there.
 */
function domainRefusal({ routes = [], vars = {} }: DeployConfig): string | null {
  const [route] = routes
  if (
    routes.length !== 1 ||
    typeof route !== 'object' ||
    !route.custom_domain ||
    route.pattern.endsWith(EXAMPLE)
  )
    return 'Put your domain into wrangler.toml, as the only route: routes = [{ pattern = "<your host>", custom_domain = true }]'
  const origin = `https://${route.pattern}`
  if (vars.SITE_URL === origin) return null
  return `Set SITE_URL = "${origin}" under [vars] in wrangler.toml: links in emails lead there.`
}

function namesOf(changed: string[]): string {
  const names = changed.map((line) => line.slice(3))
  const more = names.length - NAMED_MAX
  return [...names.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/**
 * The commands of a deployment in order. Whatever can fail without touching the database comes
 * first: a version that does not build must not have migrated it.
 */
export const deploySteps = (version: string): [string, ...string[]][] => [
  ['remix', 'vite:build'],
  ['wrangler', 'deploy', '--dry-run'],
  ['node', 'scripts/db.ts', 'migrate', '--remote'],
  ['node', 'scripts/db.ts', 'seed', '--remote'],
  ['wrangler', 'deploy', '--var', `VERSION:${version}`],
]

/** The tables that `admin:create` writes. */
const ADMIN_TABLES = ['admins', 'admin_sessions', 'audit_log']
export const TABLES_SQL = "SELECT name FROM sqlite_master WHERE type = 'table'"

/**
 * Why an administrator cannot be written into a database with these tables; null if they can. The
 * script creates no tables in the deployed database: only a deployment may change that.
 */
export function databaseRefusal(tables: { name?: string | number | null }[]): string | null {
  const missing = ADMIN_TABLES.filter((table) => !tables.some(({ name }) => name === table))
  if (missing.length === 0) return null
  return `The database lacks the tables ${missing.join(', ')}. Run npm run deploy first; it creates them.`
}
