import { fail, ok, type Result } from '#app/kernel/result.ts'

export type RateLimitName =
  | 'LOGIN'
  | 'REGISTER'
  | 'CODE_SEND'
  | 'CODE_CHECK'
  | 'JOIN'
  | 'PAYMENT'
  | 'DRIVE'
  | 'ADMIN'
  | 'FILE'
export type RateLimits = Record<`LIMIT_${RateLimitName}`, RateLimit>

/** A rate limit's window in seconds (wrangler.toml). */
const PERIOD_S = 60

/**
 * The network of a visitor's address: an IPv4 address itself, or the /56 of an IPv6 one, since a
 * home line has at least that many.
 */
export function visitorAddress(request: Request): string {
  const ip = request.headers.get('CF-Connecting-IP') ?? 'local'
  return ip.includes(':') ? networkOf(ip, 56) : ip
}

/** The next larger network: a provider may give a line a whole /48. */
export const widerNetwork = (network: string): string =>
  network.includes(':') ? networkOf(network.replace(/\/.*/, ''), 48) : network

/** The first `bits` of an IPv6 address, 32 to 64 of them. */
function networkOf(ip: string, bits: number): string {
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...middle, ...right].slice(0, Math.ceil(bits / 16))
  const kept = groups.map((group, at) => {
    const spare = Math.max(0, 16 * (at + 1) - bits)
    return ((Number.parseInt(group, 16) >> spare) << spare).toString(16)
  })
  return `${kept.join(':')}::/${bits}`
}

/**
 * Counts one request from this address against the named limit; fails with `rateLimited` when it is
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
