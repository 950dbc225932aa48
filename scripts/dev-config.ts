import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const STAND_INS = [
  ['STRIPE_STAND_IN', 'StripeStandIn'],
  ['SMS_STAND_IN', 'SmsStandIn'],
  ['EMAIL_STAND_IN', 'EmailStandIn'],
  ['FLIGHT_STAND_IN', 'FlightStandIn'],
  ['DEV_CLOCK', 'DevClock'],
] as const

/**
 * wrangler.toml for development: with the development entry and the stand-ins' objects, and without
 * the domain, which the local server would take for its own address.
 */
export function developmentConfig(production: string): string {
  const replaceOnce = (text: string, from: string | RegExp, to: string) => {
    if (text.search(from) === -1) throw new Error(`wrangler.toml is missing the line ${from}`)
    return text.replace(from, to)
  }
  let config = replaceOnce(
    production,
    'main = "workers/server.ts"',
    'main = "workers/dev/server.ts"',
  )
  config = replaceOnce(config, /^routes = .*\n/m, '')
  config = replaceOnce(
    config,
    'ENVIRONMENT = "production"',
    'ENVIRONMENT = "development"\nSTRIPE_JS_URL = "/__dev/stripe/stripe.js"\nTURNSTILE_JS_URL = "/__dev/turnstile/api.js"',
  )
  const objects = STAND_INS.map(
    ([name, type]) => `[[durable_objects.bindings]]\nname = "${name}"\nclass_name = "${type}"\n`,
  )
  const classes = STAND_INS.map(([, type]) => `"${type}"`).join(', ')
  return `${config}\n${objects.join('\n')}\n[[migrations]]\ntag = "dev"\nnew_sqlite_classes = [${classes}]\n`
}

/**
 * Writes wrangler.dev.toml, so that there is only one list of bindings to maintain. `watch`:
 * wrangler itself rebuilds the pages whenever a source file changes. Returns the file's path.
 */
export function writeDevConfig({ watch = false } = {}): string {
  let config = developmentConfig(readFileSync(path.join(root, 'wrangler.toml'), 'utf8'))
  if (watch)
    config +=
      '\n[build]\ncommand = "remix vite:build"\nwatch_dir = ["app", "db", "locales", "workers"]\n'
  const file = path.join(root, watch ? 'wrangler.watch.toml' : 'wrangler.dev.toml')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== config) writeFileSync(file, config)
  return file
}

/** Keys that only the stand-ins accept, generated at random for one state folder. */
export const standInKeys = () => {
  const random = () => randomBytes(18).toString('hex')
  return {
    PEPPER: random() + random(),
    STRIPE_SECRET_KEY: `sk_test_standin${random()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_standin${random()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_standin${random()}`,
    TWILIO_ACCOUNT_SID: `ACstandin${random()}`,
    TWILIO_AUTH_TOKEN: random(),
    TWILIO_FROM: '+447700900000',
    RESEND_API_KEY: `standin${random()}`,
    RESEND_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
    EMAIL_FROM: '邻帮 <hello@example.org>',
    FLIGHT_STATUS_KEY: `standin${random()}`,
    TURNSTILE_SITE_KEY: `standin${random()}`,
    TURNSTILE_SECRET_KEY: `standin${random()}`,
    ALERT_EMAIL: 'operator@example.org',
    SITE_URL: 'http://localhost:8787',
  }
}

/**
 * Writes the state folder's own keys (each generated once) as a file for `wrangler --env-file`.
 * `origin`: the address of this run; if omitted, the stored one stays.
 */
export function writeDevVars(stateDir: string, origin?: string): string {
  mkdirSync(stateDir, { recursive: true })
  const file = path.join(stateDir, 'dev.vars')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const known = origin ? before.replace(/^SITE_URL=.*\n/gm, '') : before
  const lines = Object.entries({ ...standInKeys(), ...(origin && { SITE_URL: origin }) })
    // An older folder gets its missing keys now.
    .filter(([key]) => !new RegExp(`^${key}=`, 'm').test(known))
    .map(([key, value]) => `${key}=${value}\n`)
  if (lines.length > 0) writeFileSync(file, known + lines.join(''), { mode: 0o600 })
  return file
}
