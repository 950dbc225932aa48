/** In this order: an iPad also says Mac, everything says Safari. */
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
 * What a person calls the device that a `User-Agent` is of: `iPhone · WeChat`. No more of it is
 * kept; null where nothing is known.
 */
export function deviceOf(userAgent: string | null): string | null {
  const nameIn = (names: typeof SYSTEMS | typeof APPS) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return [nameIn(SYSTEMS), nameIn(APPS)].filter(Boolean).join(' · ') || null
}
