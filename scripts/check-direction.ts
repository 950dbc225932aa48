import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './dev-config.ts'

/**
 * Keeps the arrows pointing one way (DESIGN section 2): domain ← services ← api and routes. Each rule: files
 * under `from` may import nothing under `never`, and of packages only `packages` where that is given.
 */
type Rule = { from: string; except?: RegExp; never: string[]; packages?: string[]; why: string }

const OUTER = [
  'app/services/',
  'app/api/',
  'app/routes/',
  'app/http/',
  'app/ui/',
  'app/i18n/',
  'workers/',
  'db/',
  'locales/',
]
const RULES: Rule[] = [
  {
    from: 'app/domain/',
    never: OUTER,
    packages: ['date-fns-tz'],
    why: 'the domain is pure and imports only itself',
  },
  {
    from: 'app/services/',
    never: [
      'app/routes/',
      'app/api/',
      'app/ui/',
      'workers/dev/',
      'workers/stripe/',
      'workers/sms/',
      'workers/email/',
    ],
    why: 'services do not know who calls them',
  },
  {
    from: 'app/ui/',
    never: ['app/services/', 'app/routes/', 'app/api/', 'db/', 'workers/'],
    why: 'components hold no data access',
  },
  { from: 'app/api/', never: ['app/routes/', 'app/ui/', 'workers/'], why: 'the API does not know the pages' },
  { from: 'app/routes/', never: ['app/api/', 'db/', 'workers/'], why: 'routes call services only' },
  {
    from: 'db/',
    never: ['app/services/', 'app/routes/', 'app/api/', 'app/ui/', 'workers/'],
    why: 'queries know only the schema and the domain',
  },
  {
    from: 'workers/',
    except: /^workers\/(dev|stripe|sms|email)\//,
    never: ['app/routes/', 'app/ui/', 'workers/dev/', 'workers/stripe/', 'workers/sms/', 'workers/email/'],
    why: 'nothing of development reaches production',
  },
]
const ALIASES: Record<string, string> = {
  '#app/': 'app/',
  '#db/': 'db/',
  '#workers/': 'workers/',
  '#locales/': 'locales/',
  '#tests/': 'tests/',
}
const TYPES_FROM = /^(workers\/(env|runtime|carpool\/)|app\/services\/)/
const IMPORT =
  /^\s*(?:import|export)\s(?:type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

function targetOf(file: string, specifier: string): string {
  for (const [alias, folder] of Object.entries(ALIASES))
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return `package:${specifier}`
}

const packageOf = (target: string) => target.slice('package:'.length)
const problems: string[] = []
for (const file of globSync('{app,workers,db}/**/*.{ts,tsx}', { cwd: root })) {
  if (/\.test\.tsx?$/.test(file)) continue
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const match of text.matchAll(IMPORT)) {
    const target = targetOf(file, match[1] ?? match[2] ?? match[3] ?? '')
    for (const rule of RULES) {
      if (!file.startsWith(rule.from) || rule.except?.test(file)) continue
      // A type-only import disappears when built: it is how services and components name what they are given.
      if (/^\s*import\s+type\s/.test(match[0]) && TYPES_FROM.test(target)) continue
      const forbidden = target.startsWith('package:')
        ? rule.packages && !rule.packages.includes(packageOf(target))
        : rule.never.some((folder) => target.startsWith(folder))
      if (forbidden) problems.push(`${file} imports ${target}: ${rule.why}`)
    }
  }
}
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)
