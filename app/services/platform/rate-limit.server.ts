import { fail, ok, type Result } from '#app/domain/result.ts'

export type RateLimitName =
  | 'LOGIN'
  | 'REGISTER'
  | 'CODE_SEND'
  | 'CODE_CHECK'
  | 'JOIN'
  | 'PAYMENT'
  | 'DRIVE'
  | 'ADMIN'
export type RateLimits = Record<`LIMIT_${RateLimitName}`, RateLimit>

/** The length of a rate limit's window in seconds (wrangler.toml). */
const PERIOD_S = 60

/** The visitor's address as reported by the platform; an IPv6 address counts as its /64 network. */
export function visitorAddress(request: Request): string {
  const ip = request.headers.get('CF-Connecting-IP') ?? 'local'
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = ip.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  return `${[...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/**
 * Counts one request of this address against the named limit; fails with `rateLimited` when that is
 * used up.
 */
export async function passRateLimit(
  rateLimits: RateLimits,
  name: RateLimitName,
  address: string,
): Promise<Result<null>> {
  const { success } = await rateLimits[`LIMIT_${name}`].limit({ key: address })
  return success ? ok(null) : fail('rateLimited', { retryAfterSeconds: PERIOD_S })
}
