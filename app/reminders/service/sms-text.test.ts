import { expect, test } from 'vitest'
import { FLEET } from '#app/features/ride/dispatch-schema.server.ts'
import { getT } from '#app/i18n/server.ts'
import { DRIVER_SMS_PARTS, RIDE_SMS_PARTS, TRIP_NAME_MAX } from '#app/kernel/limits.ts'
import { isTexted, textedFor } from '#app/notices/rules/notices.ts'
import { carFor } from '#tests/kit/ride.ts'
import { deadlineSmsText, driverSmsText, partsOf, rideSmsText } from './sms-text.server.ts'

const TEXTED = textedFor('ride').filter(isTexted)
const LANGUAGES = ['zh', 'en'] as const
/** 14:30 on a day whose name is as long as any: Wed 30 Dec, 12月30日 周三. */
const AT = Date.parse('2026-12-30T14:30Z')
const car = { ...carFor('AB12 CDE'), meetAt: AT }

test.each([
  ['a', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Counts twice.
  ['['.repeat(80), 1],
  ['['.repeat(81), 2],
  ['£é@', 1],
  ['车'.repeat(70), 1],
  ['车'.repeat(71), 2],
  ['车'.repeat(134), 2],
  ['车'.repeat(135), 3],
  // One letter that is not plain makes all of them wide.
  [`${'a'.repeat(70)}车`, 2],
  [`${'a'.repeat(70)}’`, 2],
])('%s is charged as %i', (text, parts) => {
  expect(partsOf(text)).toBe(parts)
})

test.each(LANGUAGES)('a car is told with plate, driver, phone, place and time (%s)', (language) => {
  const t = getT(language)
  for (const code of TEXTED.slice(0, 2)) {
    const text = rideSmsText(t, code, car, AT)
    for (const fact of ['AB12 CDE', 'Sam Carter', '07700900001', 'T2 Arrivals', '14:30', '30'])
      expect(text).toContain(fact)
    expect(text).not.toContain('...')
    expect(text).toMatch(/(?:退订：个人中心|Stop: My account)$/)
    // In English of plain letters, so that it is one part.
    if (language === 'en') expect(partsOf(text)).toBe(1)
  }
  const withdrawn = rideSmsText(t, 'carWithdrawn', 'withdrawn', AT)
  expect(withdrawn).toContain('14:30')
  const stop = language === 'zh' ? '退订：个人中心' : 'Stop: My account'
  expect(withdrawn.endsWith(stop)).toBe(true)
})

const LONGEST = {
  latin: (max: number) => 'W'.repeat(max),
  Chinese: (max: number) => '长'.repeat(max),
  'astral letters': (max: number) => '𠮷'.repeat(max / 2),
}
test.each(
  LANGUAGES.flatMap((language) =>
    Object.entries(LONGEST).map(([name, of]) => ({ language, name, of })),
  ),
)('the longest values fit into two parts: $name, $language', ({ language, of }) => {
  const { vehicle, driver } = car
  const longest = {
    vehicle: { ...vehicle, plate: of(FLEET.plate) },
    driver: { ...driver, name: of(FLEET.text), phone: '+'.padEnd(FLEET.phone, '7') },
    meetingPoint: of(FLEET.place),
    meetAt: AT,
  }
  for (const code of TEXTED) {
    const text = rideSmsText(getT(language), code, longest, AT)
    expect(partsOf(text), text).toBeLessThanOrEqual(RIDE_SMS_PARTS)
    expect(text).not.toContain('\ufffd')
    // No letter is cut in half.
    expect(() => encodeURIComponent(text)).not.toThrow()
    for (const fact of [longest.vehicle.plate, longest.driver.phone, '14:30'])
      if (code !== 'carWithdrawn') expect(text).toContain(fact)
    // A place of which something is left is cut at its end, and says so.
    if (code !== 'carWithdrawn') expect(text).toContain(`${of(2)}...`)
  }
})

test.each(
  LANGUAGES.flatMap((language) =>
    (['balance', 'deposit', 'choice'] as const).flatMap((toDo) =>
      [false, true].map((isPrivate) => ({ language, toDo, isPrivate })),
    ),
  ),
)('a deadline in $language, $toDo (private: $isPrivate), says what to do by when', (one) => {
  const { language, toDo, isPrivate } = one
  const deadline = { toDo, by: AT, amount: 123_450 }
  const about = { carpoolAt: AT + 86_400_000, private: isPrivate }
  const text = deadlineSmsText(getT(language), deadline, about)
  expect(partsOf(text), text).toBeLessThanOrEqual(RIDE_SMS_PARTS)
  expect(text).toContain('14:30')
  expect(text.includes('£1,234.50') || toDo !== 'balance').toBe(true)
  expect(text).not.toMatch(/\{\{|undefined|NaN|notices:/)
  expect(text).toMatch(/(?:退订：个人中心|Stop: My account)$/)
  // A link in a text message looks like fraud.
  expect(text).not.toMatch(/https?:|www/)
})
test.each(LANGUAGES.flatMap((language) => Object.values(LONGEST).map((of) => ({ language, of }))))(
  'a trip of the longest name fits into two parts ($language)',
  ({ language, of }) => {
    const about = { tripName: of(TRIP_NAME_MAX), tripStartAt: AT }
    const deadline = { toDo: 'balance', by: AT, amount: 123_450 } as const
    const text = deadlineSmsText(getT(language), deadline, about)
    expect(partsOf(text), text).toBeLessThanOrEqual(RIDE_SMS_PARTS)
    expect(text).toContain('£1,234.50')
  },
)

/** As long as a link with a ten-digit version can be. */
const LINK = `https://neighbourhelp.example.co.uk/neighbourhelp/drive/${'a'.repeat(80)}?lang=en`
test.each(LANGUAGES.flatMap((language) => Object.values(LONGEST).map((of) => ({ language, of }))))(
  'a driver’s message has the whole link and fits into four parts ($language)',
  (one) => {
    const { language, of } = one
    const { vehicle } = car
    const long = { ...car, version: 1, meetingPoint: of(FLEET.place) }
    for (const code of ['assigned', 'changed'] as const) {
      const news = {
        code,
        car: { ...long, vehicle: { ...vehicle, plate: of(FLEET.plate) } },
        people: 16,
        link: LINK,
      }
      const text = driverSmsText(getT(language), news)
      expect(partsOf(text), text).toBeLessThanOrEqual(DRIVER_SMS_PARTS)
      expect(text.endsWith(LINK)).toBe(true)
      expect(text).toContain('14:30')
      expect(text).toContain('16')
      expect(text).not.toMatch(/\{\{|undefined|NaN|notices:/)
    }
    const gone = driverSmsText(getT(language), { code: 'withdrawn', meetAt: AT })
    expect(gone).toContain('14:30')
    expect(partsOf(gone)).toBeLessThanOrEqual(RIDE_SMS_PARTS)
  },
)
