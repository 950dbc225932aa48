import * as z from 'zod'

const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'
const TURNSTILE_JS = 'https://challenges.cloudflare.com/turnstile/v0/api.js'
const secret = (what: string) => z.string(`is missing: ${what}`).min(1, `is empty: ${what}`)

/** The contact shown to students. No default in production: they would write to a stranger. */
const OWN_CONTACT = {
  CONTACT_LINK: 'what the contact QR code opens, as in https://u.wechat.com/…',
  CONTACT_NAME: 'the name of the account that students write to',
}

/** Runs even if other checks have failed, so that one error names everything that is missing. */
const TOLD_WITH_THE_REST = { when: () => true }

const schema = z
  .object({
    ENVIRONMENT: z.enum(['production', 'development']).default('production'),
    /**
     * Keys the hashes of codes, phones and addresses, and peppers passwords. At least 32
     * characters.
     */
    PEPPER: secret('a random text of 32 characters or more').min(
      32,
      'is shorter than 32 characters',
    ),
    STRIPE_SECRET_KEY: secret('sk_live_… or sk_test_… of the Stripe dashboard'),
    STRIPE_PUBLISHABLE_KEY: secret('pk_live_… or pk_test_… of the Stripe dashboard'),
    STRIPE_WEBHOOK_SECRET: secret('whsec_… of the webhook endpoint'),
    STRIPE_JS_URL: z.string().default(STRIPE_JS),
    TWILIO_ACCOUNT_SID: secret('AC… of the Twilio console'),
    TWILIO_AUTH_TOKEN: secret('the auth token of the Twilio console'),
    TWILIO_FROM: secret('the number or sender name that messages come from'),
    RESEND_API_KEY: secret('re_… of the Resend dashboard'),
    /** Optional: without it bounces and complaints about emails are not reported to us. */
    RESEND_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[\w+/=-]+$/, 'is not whsec_… of the webhook in the Resend dashboard')
      .optional(),
    EMAIL_FROM: secret('the sender of emails, as in Name <hello@example.org>').includes(
      '@',
      'has no address',
    ),
    TURNSTILE_SITE_KEY: secret('the site key of a Turnstile widget'),
    TURNSTILE_SECRET_KEY: secret('the secret key of the same widget'),
    TURNSTILE_JS_URL: z.string().default(TURNSTILE_JS),
    /** Optional: the address for alerts that cannot wait for the console. */
    ALERT_EMAIL: z.string().includes('@', 'has no address').optional(),
    SITE_URL: secret('where students find the service, as in https://example.org').refine(
      isOrigin,
      'is not an https origin, as in https://example.org',
    ),
    /** Optional: without a key no flight status is requested. */
    FLIGHT_STATUS_KEY: z.string().optional(),
    FLIGHT_STATUS_URL: z
      .string()
      .refine(isOrigin, 'is not an https origin, as in https://example.org')
      .default('https://aerodatabox.p.rapidapi.com'),
    FLIGHT_STATUS_CALLS: z.string().regex(/^\d+$/, 'is not a whole number').default('300'),
    CONTACT_LINK: z.string().optional(),
    CONTACT_NAME: z.string().optional(),
    VERSION: z.string().default('dev'),
  })
  .refine(
    (env) =>
      !isLive(env.STRIPE_SECRET_KEY) || env.STRIPE_JS_URL.startsWith('https://js.stripe.com/'),
    {
      path: ['STRIPE_JS_URL'],
      message: 'a live Stripe key must not be used together with a stand-in for Stripe',
    },
  )
  .refine(
    (env) => isLive(env.STRIPE_SECRET_KEY) === env.STRIPE_PUBLISHABLE_KEY.startsWith('pk_live_'),
    {
      path: ['STRIPE_PUBLISHABLE_KEY'],
      message: 'one Stripe key is live and the other is not',
    },
  )
  .check(
    z.superRefine((env: Partial<Record<string, string>>, check) => {
      if (env.ENVIRONMENT === 'development') return
      for (const [name, what] of Object.entries(OWN_CONTACT))
        if (!env[name]?.trim())
          check.addIssue({ code: 'custom', path: [name], message: `is missing: ${what}` })
    }, TOLD_WITH_THE_REST),
  )
  // Only a stand-in's key has another prefix, and students would wait for emails that are never
  // sent.
  .refine((env) => !isLive(env.STRIPE_SECRET_KEY) || env.RESEND_API_KEY.startsWith('re_'), {
    path: ['RESEND_API_KEY'],
    message: 'a live Stripe key must not be used together with a stand-in for Resend',
  })

export const isLive = (key: string) => /^[sr]k_live_/.test(key)

/** A bare origin, over https except on a developer's own machine. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.origin === text && (url.protocol === 'https:' || url.hostname === 'localhost')
}

export type Config = ReturnType<typeof parseConfig>

/** Thrown at the first request of a worker whose variables or secrets are missing or invalid. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Turns the variables and secrets in the worker's `env` into the typed configuration. Throws
 * ConfigError naming every variable that is missing or wrong, never its value.
 */
export function parseConfig(env: object) {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(
      `The worker cannot start. Set these variables or secrets:\n${lines.join('\n')}`,
    )
  }
  const e = parsed.data
  return {
    environment: e.ENVIRONMENT,
    version: e.VERSION,
    pepper: e.PEPPER,
    stripe: {
      secretKey: e.STRIPE_SECRET_KEY,
      publishableKey: e.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: e.STRIPE_WEBHOOK_SECRET,
      jsUrl: e.STRIPE_JS_URL,
    },
    twilio: {
      accountSid: e.TWILIO_ACCOUNT_SID,
      authToken: e.TWILIO_AUTH_TOKEN,
      from: e.TWILIO_FROM,
    },
    /** The check that a visitor is a person. */
    turnstile: {
      siteKey: e.TURNSTILE_SITE_KEY,
      secretKey: e.TURNSTILE_SECRET_KEY,
      jsUrl: e.TURNSTILE_JS_URL,
    },
    /** The address for alerts; null: none are sent. */
    alertEmail: e.ALERT_EMAIL ?? null,
    email: {
      apiKey: e.RESEND_API_KEY,
      from: e.EMAIL_FROM,
      /** Null: the provider's events are not accepted. */
      webhookSecret: e.RESEND_WEBHOOK_SECRET ?? null,
    },
    /** The origin of links in emails. */
    siteUrl: e.SITE_URL,
    contact: {
      link: e.CONTACT_LINK ?? 'https://u.wechat.com/',
      name: e.CONTACT_NAME ?? 'linbang-uk',
    },
    /** The flight status provider, and the number of calls in its plan; null: none. */
    flights: e.FLIGHT_STATUS_KEY
      ? { key: e.FLIGHT_STATUS_KEY, url: e.FLIGHT_STATUS_URL, calls: Number(e.FLIGHT_STATUS_CALLS) }
      : null,
  }
}

const parsed = new WeakMap<object, Config>()

/** `parseConfig`, once per env object. */
export function readConfig(env: object): Config {
  const known = parsed.get(env)
  if (known) return known
  const config = parseConfig(env)
  parsed.set(env, config)
  return config
}
