import type { Strings } from '#app/i18n/interpreter.ts'
import type { Language } from '#app/i18n/languages.ts'
import { texts } from '#app/i18n/server.ts'

/** The texts that an estimate is written with, for the interpreter in the browser. */
export function estimateTexts(language: Language): Strings {
  const { carrier, estimate, postage } = texts[language].order
  const { kg, reach, notTaken } = postage
  // Without those that only the server writes.
  const { title, kg: _, kgHint, to, submit, final, badWeight, ...answers } = estimate
  return { order: { carrier, estimate: answers, postage: { kg, reach, notTaken } } }
}
