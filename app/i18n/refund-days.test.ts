import { expect, test } from 'vitest'
import { REFUND_WORKING_DAYS } from '#app/kernel/limits.ts'
import { mailDescriptions, moveDescriptions } from '#db/seed/order-descriptions.ts'
import { carpoolDescriptions } from '#db/seed/service-descriptions.ts'
import { tripDescriptions } from '#db/seed/trip-descriptions.ts'
import { createInterpreter } from './interpreter.ts'
import { languages } from './languages.ts'
import { getT, texts } from './server.ts'

const leaves = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves)
const seeds = [mailDescriptions, moveDescriptions, carpoolDescriptions, tripDescriptions]

/** What precedes "working days" in every sentence that mentions them. */
const daysIn = (text: string): string[] =>
  [...text.matchAll(/(\S+) working days?|(\S+) 个工作日/g)].map(([, en, zh]) => en ?? zh ?? '')

test('no text contains its own number of working days', () => {
  for (const language of languages) {
    const named = leaves(texts[language]).flatMap(daysIn)
    expect(named.length, language).toBeGreaterThan(30)
    expect(new Set(named), language).toEqual(new Set(['{{refundDays}}']))
  }
  const seeded = leaves(seeds).flatMap(daysIn)
  expect(seeded.length).toBeGreaterThanOrEqual(8)
  expect(new Set(seeded)).toEqual(new Set([String(REFUND_WORKING_DAYS)]))
})

test('server and browser fill in the number of working days themselves', () => {
  for (const language of languages) {
    const inBrowser = createInterpreter(texts[language], language)
    for (const t of [getT(language), inBrowser])
      expect(daysIn(t('pay:again.bank')), language).toEqual([String(REFUND_WORKING_DAYS)])
  }
})
