import doubleSurnames from './double-surnames.json' with { type: 'json' }

/**
 * What companions call each other before they have met: the surname of a Chinese name (the file
 * lists those of two characters), the first word of any other. Empty for an account that is closed.
 */
export function surnameOf(name: string): string {
  const text = name.trim()
  if (!/^\p{Script=Han}/u.test(text)) return text.split(/\s+/)[0] ?? ''
  return doubleSurnames.find((one) => text.startsWith(one) && text.length > 2) ?? [...text][0] ?? ''
}
