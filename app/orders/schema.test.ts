import { expect, test } from 'vitest'
import { writeCursor } from '#app/kernel/cursor.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import {
  asJson,
  both,
  buying,
  common,
  entrusting,
  mail,
  mailAt,
  move,
  moveAt,
  type Payload,
  ways,
} from '#tests/kit/order-schema.ts'
import { orderListSchema } from './schema.server.ts'

test.each(ways)('a valid mail order is read from %s', (_, read) => {
  expect(read(mailAt(), mail)).toEqual({
    wrong: {},
    value: {
      ...common,
      tel: '+447123456789',
      fromZip: 'NG7 1FB',
      toZip: '200041',
      shipCompany: 'SF',
      isHelp: false,
      isShipDaytime: true,
      isBuyBox: false,
    },
  })
  expect(
    read(mailAt(), { ...mail, ...buying, isHelp: true, isShipDaytime: false, isBoxDaytime: false })
      .value,
  ).toMatchObject({ ...buying, isHelp: true, isShipDaytime: false, isBoxDaytime: false })
  expect(read(mailAt(), { ...mail, ...buying }).value).toMatchObject({ isBoxDaytime: true })
})
test.each(ways)('a valid moving order is read from %s', (_, read) => {
  expect(read(moveAt(), move)).toEqual({
    wrong: {},
    value: {
      ...move,
      tel: '+447123456789',
      fromZip: 'NG7 1FB',
      isHelp: false,
      isDaytime: true,
      isEntrustFriend: false,
    },
  })
  expect(
    read(moveAt(), { ...move, ...entrusting, isHelp: true, isDaytime: false }).value,
  ).toMatchObject({
    isEntrustFriend: true,
    friTel: '07987654321',
    isHelp: true,
    isDaytime: false,
  })
})
test.each(
  both([
    ['userName', 'userNameRequired'],
    ['tel', 'telRequired'],
    ['estBoxNum', 'required'],
    ['fromAddress', 'addressRequired'],
    ['fromZip', 'postcodeRequired'],
    ['toAddress', 'addressRequired'],
    ['toZip', 'postcodeRequired'],
    ['sendDate', 'required'],
  ]),
)('from %s without %3$s both orders are refused', (_, read, field, message) => {
  for (const empty of [undefined, null, '']) {
    // An empty number or day in JSON counts as a value of the wrong type.
    if (read === asJson && empty === '' && message === 'required') continue
    expect(read(mailAt(), { ...mail, [field]: empty }).wrong, `mail ${empty}`).toEqual({
      [field]: [message],
    })
    expect(read(moveAt(), { ...move, [field]: empty }).wrong, `move ${empty}`).toEqual({
      [field]: [message],
    })
  }
  if (message !== 'required')
    expect(read(mailAt(), { ...mail, [field]: '  ' }).wrong).toEqual({ [field]: [message] })
})
test.each(ways)('a mail order from %s requires a carrier', (_, read) => {
  expect(read(mailAt(), { ...mail, shipCompany: undefined }).wrong).toEqual({
    shipCompany: ['carrierRequired'],
  })
  expect(read(mailAt(), { ...mail, shipCompany: 'DHL' }).wrong).toEqual({
    shipCompany: ['invalidChoice'],
  })
})
test.each(
  both([
    ['userName', '名'.repeat(20), '名'.repeat(21), 'tooLong?max=20'],
    ['userName', '𠮷'.repeat(20), '𠮷'.repeat(21), 'tooLong?max=20'],
    ['fromAddress', 'x'.repeat(100), 'x'.repeat(101), 'tooLong?max=100'],
    ['toAddress', '路'.repeat(100), '路'.repeat(101), 'tooLong?max=100'],
    ['estBoxNum', 1, 0, 'boxesRange?min=1&max=50'],
    ['estBoxNum', 50, 51, 'boxesRange?min=1&max=50'],
    ['estBoxNum', 2, 2.5, 'wholeNumber'],
    ['estBoxNum', 2, -1, 'boxesRange?min=1&max=50'],
    ['estBoxNum', 2, 'three', 'invalidType'],
    ['tel', '1234567', '123456', 'telInvalid'],
    ['tel', '+123456789012345', '+1234567890123456', 'telInvalid'],
    ['tel', '(0115) 496-0000', '0115 496 ext 12', 'telInvalid'],
    ['fromZip', 'NG7 2RD', '200041', 'postcodeInvalid.UK'],
    ['fromZip', 'ng7 2rd', 'NG7', 'postcodeInvalid.UK'],
    ['sendDate', '2026-11-23', '2026-11-22', 'orderDateTooEarly?day=2026-11-23&days=2'],
    ['sendDate', '2026-12-31', '2026-02-30', 'dateInvalid'],
    ['sendDate', '2027-02-28', '2027-02-29', 'dateInvalid'],
  ]),
)('in %s, %3$s may be %4$s and not %5$s', (_, read, field, good, bad, message) => {
  for (const [schema, base] of [
    [mailAt(), mail],
    [moveAt(), move],
  ] as const) {
    expect(read(schema, { ...base, [field]: good }).wrong).toEqual({})
    expect(read(schema, { ...base, [field]: bad }).wrong).toEqual({ [field]: [message] })
  }
})
test.each(ways)('in %s, choices must be yes or no', (_, read) => {
  for (const field of ['isHelp', 'isShipDaytime', 'isBuyBox'])
    expect(read(mailAt(), { ...mail, [field]: 'maybe' }).wrong, field).toEqual({
      [field]: ['invalidType'],
    })
  for (const field of ['isHelp', 'isDaytime', 'isEntrustFriend'])
    expect(read(moveAt(), { ...move, [field]: 'maybe' }).wrong, field).toEqual({
      [field]: ['invalidType'],
    })
  const words = read(mailAt(), { ...mail, isHelp: 'true', isShipDaytime: 'false' })
  expect(words.value).toMatchObject({ isHelp: true, isShipDaytime: false })
})
test.each(ways)('an address in %s is on one line', (_, read) => {
  const { value } = read(mailAt(), {
    ...mail,
    fromAddress: ' 12 Castle  Boulevard \r\n Nottingham ',
  })
  expect(value).toMatchObject({ fromAddress: '12 Castle Boulevard Nottingham' })
})
test.each(
  both([
    ['SF', '200041', '200041'],
    ['RM', 'sw1a1aa', 'SW1A 1AA'],
    ['RM', '75008', '75008'],
    ['UPS', ' 02139-4307 ', '02139-4307'],
    ['BPOST', '10 001', '10 001'],
    ['TW', '106', '106'],
    ['HKA', '', ''],
    ['HKS', '  ', ''],
    ['MC', undefined, ''],
    ['HKA', '510000', '510000'],
  ]),
)('in %s, a parcel by %3$s may go to the postcode %4$s', (_, read, shipCompany, toZip, kept) => {
  const { wrong, value } = read(mailAt(), { ...mail, shipCompany, toZip })
  expect(wrong).toEqual({})
  expect(value).toMatchObject({ shipCompany, toZip: kept })
})
test.each(
  both([
    ['SF', '', 'postcodeRequired'],
    ['RM', ' ', 'postcodeRequired'],
    ['UPS', undefined, 'postcodeRequired'],
    ['SF', '1', 'postcodeInvalid.ABROAD'],
    ['SF', '1234567890123', 'postcodeInvalid.ABROAD'],
    ['TW', '台北', 'postcodeInvalid.ABROAD'],
    ['HKA', '?', 'postcodeInvalid.ABROAD'],
  ]),
)(
  'in %s, a parcel by %3$s may not go to the postcode %4$s',
  (_, read, shipCompany, toZip, message) => {
    expect(read(mailAt(), { ...mail, shipCompany, toZip }).wrong).toEqual({ toZip: [message] })
  },
)
test.each(ways)('a move in %s is between two UK postcodes', (_, read) => {
  expect(read(moveAt(), { ...move, toZip: '200041' }).wrong).toEqual({
    toZip: ['postcodeInvalid.UK'],
  })
  expect(read(moveAt(), { ...move, toZip: 'sw1a1aa' }).value).toMatchObject({ toZip: 'SW1A 1AA' })
})
test('the list is filtered by address, day, own orders and page', () => {
  const cursor = writeCursor({ at: 1, id: 'mail_1' })
  const read = (query: Payload) => orderListSchema.safeParse(query, { error: fieldError })
  expect(read({}).data).toEqual({ mine: false, limit: 20 })
  expect(
    read({ address: ' 上海 ', date: '2026-12-06', mine: 'true', limit: '5', cursor }).data,
  ).toEqual({
    address: '上海',
    date: '2026-12-06',
    mine: true,
    limit: 5,
    cursor,
  })
  expect(read({ mine: 'false' }).data?.mine).toBe(false)
  for (const bad of [
    { address: 'x'.repeat(101) },
    { date: '2026-02-30' },
    { mine: 'yes' },
    { limit: '0' },
    { limit: '101' },
  ])
    expect(read(bad).success, JSON.stringify(bad)).toBe(false)
  expect(read({ address: 'x'.repeat(100), limit: '100' }).success).toBe(true)
})
