/** Order matters: an iPad's user agent contains Mac, and every browser's contains Safari. */
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
 * A readable name for the device of a `User-Agent`: `iPhone · WeChat`; null if it is not
 * recognised. Nothing else of the header is stored.
 */
export function deviceOf(userAgent: string | null): string | null {
  const nameIn = (names: typeof SYSTEMS | typeof APPS) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return [nameIn(SYSTEMS), nameIn(APPS)].filter(Boolean).join(' · ') || null
}
