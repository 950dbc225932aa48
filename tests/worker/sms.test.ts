import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { SentMessage, SmsStandIn } from '#workers/sms/stand-in.ts'

/** The text message stand-in handles the one Twilio call that the app makes, as Twilio does. */

const open = () =>
  (env as unknown as { SMS_STAND_IN: DurableObjectNamespace<SmsStandIn> }).SMS_STAND_IN.getByName(
    crypto.randomUUID(),
  )
type Box = ReturnType<typeof open>

const send = (
  box: Box,
  fields: Record<string, string>,
  authorization = `Basic ${btoa('AC1:token')}`,
) =>
  box.fetch('https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json', {
    method: 'POST',
    headers: { Authorization: authorization },
    body: new URLSearchParams(fields),
  })
const message = (to: string, body = '【邻帮】验证码 123456，10 分钟内有效。') => ({
  To: to,
  From: '+447700900000',
  Body: body,
})
const list = async (box: Box, to?: string) => {
  const answer = await box.fetch(
    `http://localhost/__dev/sms${to ? `?to=${encodeURIComponent(to)}` : ''}`,
  )
  return ((await answer.json()) as { items: SentMessage[] }).items
}

test('a message is accepted with 201 and Twilio’s reply fields', async () => {
  const answer = await send(open(), message('+447700900123'))
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    account_sid: 'AC1',
    api_version: '2010-04-01',
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    status: 'queued',
    direction: 'outbound-api',
    error_code: null,
    to: '+447700900123',
    from: '+447700900000',
    uri: expect.stringMatching(/^\/2010-04-01\/Accounts\/AC1\/Messages\/SM/),
  })
})
test('messages are listed newest first, with the code in them and the time', async () => {
  const box = open()
  await send(box, message('+447700900123', 'first 111111'))
  await send(box, message('+447700900456', 'other 222222'))
  await send(box, message('+447700900123', 'no code in 1234567'))
  const all = await list(box)
  expect(all.map((m) => m.code)).toEqual([null, '222222', '111111'])
  expect(Number.isNaN(Date.parse(all[0]?.at ?? ''))).toBe(false)
  expect((await list(box, '+447700900123')).map((m) => m.body)).toEqual([
    'no code in 1234567',
    'first 111111',
  ])
  expect(await list(box, '07700900456')).toHaveLength(1)
})
test('an impossible number is refused with code 21211, and nothing is sent', async () => {
  const box = open()
  for (const to of ['+15005550001', '+44770090012', 'hello', '12', '+0123456789']) {
    const answer = await send(box, message(to))
    expect(answer.status, to).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 21211,
      status: 400,
      more_info: expect.stringContaining('21211'),
    })
  }
  expect(await list(box)).toEqual([])
})
test('a missing field is refused with its own code', async () => {
  const box = open()
  const { To, From, Body } = message('+447700900123')
  const codeOf = async (fields: Record<string, string>) =>
    ((await (await send(box, fields)).json()) as { code: number }).code
  expect(await codeOf({ From, Body })).toBe(21604)
  expect(await codeOf({ To, Body })).toBe(21603)
  expect(await codeOf({ To, From })).toBe(21602)
  expect(await codeOf({ To, From, Body: 'x'.repeat(1601) })).toBe(21617)
})
test('a call without the account and its token is refused', async () => {
  const box = open()
  for (const authorization of [
    '',
    `Basic ${btoa('AC2:token')}`,
    `Basic ${btoa('AC1:')}`,
    'Bearer x',
  ])
    expect((await send(box, message('+447700900123'), authorization)).status).toBe(401)
})
test('the fault makes as many calls fail as configured', async () => {
  const box = open()
  const fault = async (body: object) => {
    const answer = await box.fetch('http://localhost/__dev/sms', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return answer.status
  }
  expect(await fault({ kind: 'fail', count: 2 })).toBe(200)
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await send(box, message('+447700900123'))).status)
  expect(statuses).toEqual([500, 500, 201])
  expect(await fault({ kind: 'fail', count: 9 })).toBe(200)
  expect(await fault({ kind: 'none' })).toBe(200)
  expect((await send(box, message('+447700900123'))).status).toBe(201)
  expect(await fault({ kind: 'explode' })).toBe(422)
})
