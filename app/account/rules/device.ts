/** Order matters: an iPad also says Mac, everything says Safari. */
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X/],
  ['Linux', /Linux/],
] as const
const APPS = [
  ['WeChat', /MicroMessenger/],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

/**
 * What people would call the device of a `User-Agent`: `iPhone · WeChat`. Nothing else of it is
 * stored; null if nothing is recognised.
 */
export function deviceOf(userAgent: string | null): string | null {
  const nameIn = (names: typeof SYSTEMS | typeof APPS) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return [nameIn(SYSTEMS), nameIn(APPS)].filter(Boolean).join(' · ') || null
}
