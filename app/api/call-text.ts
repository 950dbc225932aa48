import type { Translate } from '#app/i18n/keys.ts'
import type docs from '#locales/zh/docs.json'
import type { AnyCall } from './define.server.ts'

type CallKey = keyof (typeof docs)['calls']

/** The name of a call in the document: method and path, `postCarpoolIdJoin`. */
export function callKey({ method, path }: Pick<AnyCall, 'method' | 'path'>): CallKey {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  return (method.toLowerCase() + name) as CallKey
}

/**
 * What a call is for, in one language: a one-line summary, and details where there is more to know.
 */
export function callText(call: AnyCall, t: Translate): { summary: string; details: string } {
  const key = callKey(call)
  const [summary = '', ...rest] = t(`docs:calls.${key}`).split('\n')
  return { summary, details: rest.join('\n') }
}
