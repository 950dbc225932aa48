import { randomBytes, timingSafeEqual } from 'node:crypto'
import { DEVICE_MS } from '#app/domain/limits.ts'
import type { Clock } from '#app/domain/time.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'

const ID_BYTES = 12

/**
 * Where a try to log in comes from: the visitor's address, what the device cookie of the browser
 * holds, and what it says it is.
 */
export type Visit = { address: string; device: string | null; userAgent?: string | null }

/**
 * The browsers that somebody has logged in with before. A device cookie opens nothing: tries of its
 * browser are counted apart from those of strangers, who so can't lock its owner out (decision
 * 0030). It holds a random id, when it ends, and a signature over both and the phone; nothing of it
 * is stored.
 */
export function createDevices({
  clock,
  keyed,
}: {
  clock: Clock
  keyed: (label: string, value: string) => string
}) {
  const sign = (phone: string, id: string, until: string) =>
    Buffer.from(keyed('device', `${phone} ${id} ${until}`))

  /** The id of a browser that this phone has logged in with, or null. */
  function read(phone: string, cookie: string | null): string | null {
    const [id = '', until = '', signature = ''] = cookie?.split('.') ?? []
    const [given, right] = [Buffer.from(signature), sign(phone, id, until)]
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs && Number(until) > clock.now() ? id : null
  }
  return {
    read,
    /** What the device cookie of a browser holds once this phone has logged in with it. */
    remember(phone: string, cookie: string | null): string {
      const id = read(phone, cookie) ?? randomBytes(ID_BYTES).toString('base64url')
      const until = String(clock.now() + DEVICE_MS)
      return `${id}.${until}.${sign(phone, id, until)}`
    },
  }
}

/** Students and administrators have one each, since a browser may be both. */
type Side = 'student' | 'admin'
const nameOf = (side: Side, secure: boolean) =>
  `${secure ? '__Host-' : ''}${side === 'admin' ? 'admin-device' : 'device'}`

export const readDevice = (request: Request, side: Side, secure: boolean): string | null =>
  readCookie(request, nameOf(side, secure))

export const deviceCookie = (value: string, side: Side, secure: boolean): string =>
  writeCookie(nameOf(side, secure), value, {
    httpOnly: true,
    secure,
    maxAgeSeconds: DEVICE_MS / 1000,
  })
