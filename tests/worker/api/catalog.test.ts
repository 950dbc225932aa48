import { expect, test } from 'vitest'
import { airportSeeds } from '#db/seed/airports.ts'
import { carpoolDescriptions } from '#db/seed/service-descriptions.ts'
import { api } from '#tests/worker/world/api.ts'

test('airport prices are for the requested day: normal, or special with both ends included', async () => {
  const period = async (date: string) =>
    (await api('GET', `/carpool/airport-prices?date=${date}`)).body.items.map(
      (item: { period: string }) => item.period,
    )
  const all = (period: string) => airportSeeds.map(() => period)
  expect(await period('2026-12-17')).toEqual(all('normal'))
  expect(await period('2026-12-18')).toEqual(all('special'))
  expect(await period('2027-01-04')).toEqual(all('special'))
  expect(await period('2027-01-05')).toEqual(all('normal'))
})
test('an airport has its name in the caller’s language, its terminals and prices in whole pence', async () => {
  const heathrow = { airportId: 'air_lhr', terminals: ['T2', 'T3', 'T4', 'T5'], period: 'special' }
  const prices = { '1': 18600, '2': 9500, '3': 6500, '4': 5000, '5': 4200 }
  const first = async (lang: 'zh' | 'en') =>
    (await api('GET', '/carpool/airport-prices?date=2026-12-25', { lang })).body.items[0]
  expect(await first('zh')).toEqual({ ...heathrow, airportName: '伦敦希思罗机场', prices })
  expect(await first('en')).toEqual({ ...heathrow, airportName: 'London Heathrow', prices })
})
test('a day that does not exist is refused', async () => {
  const { status, body } = await api('GET', '/carpool/airport-prices?date=2026-02-30')
  expect([status, body.code, body.errors.date[0].code]).toEqual([
    422,
    'validationFailed',
    'dateInvalid',
  ])
})
test.each([
  ['normal', 15500],
  ['special', 18600],
])('the %s table has every airport in its order', async (period, price) => {
  const { status, body } = await api('GET', `/${period}-price-matrix`)
  expect([status, body.currency]).toEqual([200, 'gbp'])
  expect(body.items.map((item: { airportId: string }) => item.airportId)).toEqual(
    airportSeeds.map(({ id }) => id),
  )
  expect(body.items[0].prices['1']).toBe(price)
})
test('service descriptions come in order, in the requested language', async () => {
  const titles = async (lang: 'zh' | 'en') =>
    (await api('GET', '/service-descriptions/carpool', { lang })).body.items.map(
      (i: { title: string }) => i.title,
    )
  expect(await titles('zh')).toEqual(carpoolDescriptions.map(({ zh }) => zh.title))
  expect(await titles('en')).toEqual(carpoolDescriptions.map(({ en }) => en.title))
})
test('an unknown service is not found', async () => {
  expect((await api('GET', '/service-descriptions/balloon')).body.code).toBe('notFound')
})
