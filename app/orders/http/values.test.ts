import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import type { MailDraft, MoveDraft } from '#app/orders/rules/order.ts'
import { mailCreateSchema, moveCreateSchema } from '#app/orders/schema.server.ts'
import type { OwnView } from '#app/orders/service/orders.server.ts'
import { formOf, startValues } from './values.server.ts'

const common = {
  userName: '王明',
  tel: '07700900123',
  isHelp: true,
  estBoxNum: 3,
  fromAddress: '12 Castle Boulevard',
  fromZip: 'NG7 1FN',
  toAddress: '3 Peel Street',
  toZip: 'NG1 4GN',
  sendDate: '2026-12-08',
}
const view = (kind: 'mail' | 'move', of: object, own: object): OwnView => ({
  ...({} as OwnView),
  ...common,
  kind,
  boxDate: null,
  shipCompany: null,
  ...of,
  own: { ...({} as OwnView['own']), ...common, ...own },
})

const sent = (values: Record<string, string>) => {
  const form = new FormData()
  // Like a browser, which does not send an unticked box.
  for (const [name, value] of Object.entries(values)) if (value !== '') form.set(name, value)
  return form
}

const mailOrders: [string, MailDraft, OwnView][] = [
  [
    'with boxes bought',
    {
      ...common,
      shipCompany: 'SF',
      isShipDaytime: false,
      isBuyBox: true,
      buyBoxNum: 4,
      boxDate: '2026-12-06',
      isBoxDaytime: false,
    },
    view(
      'mail',
      { boxDate: '2026-12-06', shipCompany: 'SF' },
      { sendDaytime: false, isBuyBox: true, buyBoxNum: 4, isBoxDaytime: false },
    ),
  ],
  [
    'without boxes',
    { ...common, isHelp: false, shipCompany: 'RM', isShipDaytime: true, isBuyBox: false },
    view(
      'mail',
      { shipCompany: 'RM' },
      { isHelp: false, sendDaytime: true, isBuyBox: false, buyBoxNum: null, isBoxDaytime: null },
    ),
  ],
]
test.each(mailOrders)(
  'a cancelled mail order fills the form to order again: %s',
  (_, draft, order) => {
    const { status, ...rest } = parseWithZod(sent(formOf(order)), {
      schema: mailCreateSchema({ now: null }),
    })
    expect(status).toBe('success')
    expect(rest).toMatchObject({ value: draft })
  },
)

const moveOrders: [string, MoveDraft, OwnView][] = [
  [
    'with a friend',
    { ...common, isDaytime: false, isEntrustFriend: true, friTel: '07700900777' },
    view('move', {}, { sendDaytime: false, isEntrustFriend: true, friTel: '07700900777' }),
  ],
  [
    'alone',
    { ...common, isDaytime: true, isEntrustFriend: false },
    view('move', {}, { sendDaytime: true, isEntrustFriend: false, friTel: null }),
  ],
]
test.each(moveOrders)(
  'a cancelled moving order fills the form to order again: %s',
  (_, draft, order) => {
    const { status, ...rest } = parseWithZod(sent(formOf(order)), {
      schema: moveCreateSchema({ now: null }),
    })
    expect(status).toBe('success')
    expect(rest).toMatchObject({ value: draft })
  },
)

test('a form starts in the daytime with nothing ticked, and with the student’s details', () => {
  const known = {
    userName: '王明',
    tel: '07700900123',
    fromAddress: '12 Castle Boulevard',
    fromZip: 'NG7 1FN',
  }
  expect(startValues(known)).toMatchObject({
    ...known,
    isHelp: '',
    isBuyBox: '',
    isEntrustFriend: '',
    isShipDaytime: 'true',
    isBoxDaytime: 'true',
    isDaytime: 'true',
    toAddress: '',
  })
})
