import type { AnyCall } from './define.server.ts'

const PREFIX = /^(?:\/neighbourhelp)?\/api(?=\/|$)/

/** The part of a URL's path below `/api` or `/neighbourhelp/api`, without a trailing slash. */
export const apiPath = (pathname: string): string =>
  pathname.replace(PREFIX, '').replace(/\/+$/, '') || '/'

type CallMatch = { call: AnyCall; params: Record<string, string> }
/** The matching call; or, for a known path with another method, the methods it allows. */
export type Match = CallMatch | { allow: string[] } | null

/**
 * Finds the call for a method and a path. Fixed parts of a template take precedence over
 * parameters.
 */
export function matchCall(calls: readonly AnyCall[], method: string, path: string): Match {
  const found: (CallMatch & { names: number })[] = []
  const given = path.split('/')
  for (const call of calls) {
    const params = matchPath(partsOf(call.path), given)
    if (params) found.push({ call, params, names: Object.keys(params).length })
  }
  if (found.length === 0) return null
  const fewest = Math.min(...found.map(({ names }) => names))
  const exact = found.filter(({ names }) => names === fewest)
  const wanted = method === 'HEAD' ? 'GET' : method
  const match = exact.find(({ call }) => call.method === wanted)
  if (match) return { call: match.call, params: match.params }
  const methods = exact.map(({ call }) => call.method)
  return { allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])] }
}

/** The parts of each template, cached because every request is compared with all of them. */
const partsCache = new Map<string, string[]>()

function partsOf(template: string): string[] {
  const parts = partsCache.get(template) ?? template.split('/')
  partsCache.set(template, parts)
  return parts
}

function matchPath(wanted: string[], given: string[]): Record<string, string> | null {
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return null
    } else {
      const text = decode(value)
      if (!text) return null
      params[part.slice(1)] = text
    }
  }
  return params
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
