import { randomBytes } from 'node:crypto'
import { DEVICE_MS } from '#app/kernel/limits.ts'
import { hostCookie, readCookie, writeCookie } from '#app/platform/cookies.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { isSame, keyed } from '#app/platform/seal.server.ts'

const ID_BYTES = 12

/**
 * The origin of a login attempt: the visitor's address, the browser's device cookie, and the user
 * agent.
 */
export type Visit = { address: string; device: string | null; userAgent?: string | null }

// Browsers that an account has been logged in with before. A device cookie grants no access:
// attempts from its browser are counted separately from strangers' attempts, so that strangers
// can't lock the owner out (decision 0010). It holds a random id, its expiry, and a signature
// over both and the phone; nothing is stored on the server.

const sign = (context: Needs<'config'>, phone: string, id: string, until: string) =>
  keyed(context, 'device', `${phone} ${id} ${until}`)

/** The id of a browser in which this phone has logged in before, or null. */
export function readKnownDevice(
  context: Needs<'clock' | 'config'>,
  phone: string,
  cookie: string | null,
): string | null {
  const { clock } = context
  const [id = '', until = '', signature = ''] = cookie?.split('.') ?? []
  const isOurs = isSame(signature, sign(context, phone, id, until))
  return isOurs && Number(until) > clock.now() ? id : null
}

/** The value of a browser's device cookie after this phone has logged in there. */
export function rememberDevice(
  context: Needs<'clock' | 'config'>,
  phone: string,
  cookie: string | null,
): string {
  const { clock } = context
  const id = readKnownDevice(context, phone, cookie) ?? randomBytes(ID_BYTES).toString('base64url')
  const until = String(clock.now() + DEVICE_MS)
  return `${id}.${until}.${sign(context, phone, id, until)}`
}

/** Students and administrators have separate cookies, since one browser may be used for both. */
type Side = 'student' | 'admin'
const nameOf = (side: Side, secure: boolean) =>
  hostCookie(side === 'admin' ? 'admin-device' : 'device', secure)

export const readDevice = (request: Request, side: Side, secure: boolean): string | null =>
  readCookie(request, nameOf(side, secure))

export const deviceCookie = (value: string, side: Side, secure: boolean): string =>
  writeCookie(nameOf(side, secure), value, {
    httpOnly: true,
    secure,
    maxAgeSeconds: DEVICE_MS / 1000,
  })
