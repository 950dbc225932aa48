import usualNames from './airport-names.json' with { type: 'json' }

/** An airport's code and the names students use for it, in both languages. */
type UsualName = { code: string; zh: string; en: string; also?: readonly string[] }
type Name = { zh: string; en: string }

/** The UK's larger airports. `en` occurs in their full names. */
const USUAL_NAMES: readonly UsualName[] = usualNames
/** Shorter texts would count as a typo of almost anything. */
const TYPO_MIN = 4

const usualOf = ({ en }: Name) => USUAL_NAMES.find((usual) => en.includes(usual.en))

/** The airport's name among students; its full name if it is not one of the larger airports. */
export const shortNameOf = (name: Name): Name => {
  const { zh, en } = usualOf(name) ?? name
  return { zh, en }
}
/** The airport's value in a search: its code, or else its English name. */
export const searchNameOf = (name: Name): string => usualOf(name)?.code ?? name.en

/** Whether a text is an airport's code, or a part of one of its names. */
export function isNamed(name: Name, text: string): boolean {
  const part = text.toLowerCase()
  const usual = usualOf(name)
  if (usual?.code.toLowerCase() === part) return true
  const names = [name.zh, name.en, ...(usual ? [usual.zh, ...(usual.also ?? [])] : [])]
  return names.some((one) => one.toLowerCase().includes(part))
}

/** Whether a text is one of an airport's usual names with one mistake in it. */
export function isNearly(name: Name, text: string): boolean {
  const usual = usualOf(name)
  if (!usual || text.length < TYPO_MIN) return false
  return isOneEditApart(text.toLowerCase(), usual.en.toLowerCase())
}

/** Whether one character put in, left out or changed makes two texts equal. */
function isOneEditApart(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
}
