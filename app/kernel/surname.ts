import doubleSurnames from './double-surnames.json' with { type: 'json' }

const DOUBLE = new Set(doubleSurnames)

/**
 * The name that companions see before they have met: the surname of a Chinese name (the file lists
 * those of two characters, simplified and traditional), the whole of a name with a middle dot,
 * which has no surname, and the first word of any other. Empty for a closed account.
 */
export function surnameOf(name: string): string {
  const text = name.trim()
  if (!/^\p{Script=Han}/u.test(text)) return text.split(/\s+/)[0] ?? ''
  if (text.includes('\u00b7')) return text
  const [first = '', second = '', third] = [...text]
  return third !== undefined && DOUBLE.has(first + second) ? first + second : first
}
