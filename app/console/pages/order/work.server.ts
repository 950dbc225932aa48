import { data } from '@remix-run/cloudflare'
import * as z from 'zod'
import { readPostage } from '#app/catalog/service/catalog.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import {
  changeOrderStatus,
  type openOrder,
  saveParcels,
  saveWeights,
} from '#app/console/service/orders.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { AdminId, RequestId } from '#app/kernel/id.ts'
import { REQUEST_MAX_PENCE, REQUEST_MIN_PENCE } from '#app/kernel/limits.ts'
import { minorUnitsOf } from '#app/kernel/money.ts'
import { CARRIERS, gramsOf } from '#app/orders/rules/postage.ts'
import { PARCELS_MAX, TRACKING_MAX } from '#app/orders/rules/tracking.ts'
import { penceOf, weigh } from '#app/orders/rules/weigh.ts'
import { LINE_TEXT_MAX, type RequestLine, sumOf } from '#app/requests/rules/request.ts'
import { askForMoney } from '#app/requests/service/requests.server.ts'
import { idField, requiredText } from '#app/schemas/common.server.ts'
import { issue, issueText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, readForm, refuseForm } from '#app/web/http/form.server.ts'

type Opened = NonNullable<Awaited<ReturnType<typeof openOrder>>>
export type Work = { context: AppContext; opened: Opened; by: AdminId; here: string }

/** Texts separated by commas, semicolons or line ends. */
const listed = (text: string, also = ''): string[] =>
  text.split(new RegExp(`[,，、;；\n\r${also}]+`)).flatMap((one) => one.trim() || [])

const weightsField = z.string().transform((typed, check) => {
  const texts = listed(typed.replace(/\s*(kg|公斤|千克)/gi, ''), ' \t')
  const grams = texts.map(gramsOf)
  const wrong = texts[grams.indexOf(null)]
  const refuse = (message: string) => check.addIssue({ code: 'custom', message })
  if (texts.length === 0) refuse(issue('required'))
  else if (wrong !== undefined) refuse(issue('weightListed', { text: wrong }))
  else if (texts.length > PARCELS_MAX) refuse(issue('tooMany', { max: PARCELS_MAX }))
  return grams.filter((one) => one !== null)
})

const shortText = z.string().trim().max(LINE_TEXT_MAX).default('')
const weighSchema = z.object({
  id: idField('req'),
  weights: weightsField,
  carrier: z.enum(CARRIERS),
  extraText: shortText,
  extraAmount: shortText,
})

/**
 * Weighs a collected order. `show` answers with the sum, in yuan and in pounds; `ask` also asks the
 * student for it. Nothing can be asked without a rate in the settings.
 */
export async function weighOrder({ context, opened, by, here }: Work, form: FormData) {
  const { t } = context
  const refuse = (field: string, text: string) =>
    refuseForm(context, form, { code: 'validationFailed', errors: { [field]: [text] } }, NOTHING)
  const read = readForm(context, form, weighSchema)
  if (!read.ok) return refuseForm(context, form, read.error, NOTHING)
  const { weights, carrier, extraText, extraAmount } = read.value
  const [rows, { fenPerPound }] = await Promise.all([readPostage(context), readSettings(context)])
  if (fenPerPound === 0) return refuse('', t('admin:order.weigh.noRate'))
  const priced = weigh(rows, weights, carrier)
  if (priced.kind === 'refused') {
    const other = priced.other ? t(`order:carrier.${priced.other}`) : ''
    const key = priced.other ? 'notTaken' : 'notTakenByAny'
    return refuse('weights', t(`admin:order.weigh.${key}`, { box: priced.box, other }))
  }
  const extra = extraAmount === '' ? 0 : minorUnitsOf(extraAmount)
  if (extra === null) return refuse('extraAmount', issueText(t, issue('amountInvalid')))
  if (extra > 0 && extraText === '') return refuse('extraText', issueText(t, issue('required')))
  const own = getT(opened.account?.language ?? 'zh')
  const kg = weights.map((one) => one / 1000)
  const total = Math.round(kg.reduce((sum, one) => sum + one, 0) * 1000) / 1000
  const named = own(`order:carrier.${carrier}`)
  const lines: RequestLine[] = [
    {
      text: own('request:weighed', { carrier: named, count: kg.length, kg: total }),
      amount: penceOf(priced.fen, fenPerPound),
    },
    ...(extra > 0 ? [{ text: extraText, amount: extra }] : []),
  ]
  const amount = sumOf(lines)
  if (amount < REQUEST_MIN_PENCE || amount > REQUEST_MAX_PENCE)
    return refuse('', issueText(t, issue('requestAmountRange')))
  const shown = { lines, amount, fen: priced.fen, fenPerPound, each: priced.each, note: null }
  if (form.get('intent') !== 'ask') return data({ result: asSent(form), shown })
  const { order } = opened
  const saved = await saveWeights(context, by, order, { weights, shipCompany: carrier })
  if (!saved.ok) return refuseForm(context, form, saved.error, NOTHING)
  const asked = await askForMoney(context, by, {
    ...{ id: read.value.id as RequestId, userId: order.userId, subjectId: order.id },
    ...{ participantId: null, what: 'postage', lines, note: null, fen: priced.fen, fenPerPound },
  })
  if (!asked.ok) return refuseForm(context, form, asked.error, NOTHING)
  return redirectWithFlash(context, here, { key: 'admin:request.sent' })
}

const NOTHING = { shown: null }

const numbersField = z.string().transform((typed, check) => {
  const numbers = listed(typed, ' \t')
  if (numbers.length > PARCELS_MAX || numbers.some((one) => one.length > TRACKING_MAX))
    check.addIssue({ code: 'custom', message: issue('tooLong', { max: TRACKING_MAX }) })
  return numbers
})
const sendSchema = z.object({ numbers: numbersField.default([]), reason: shortText })
const unpaidSchema = sendSchema.extend({ reason: requiredText(LINE_TEXT_MAX) })

/**
 * Marks an order as carried out, with the numbers of its parcels. One that something is still asked
 * for needs a reason. Of one that was sent, only the numbers change.
 */
export async function sendOrder(work: Work, form: FormData, stage: string) {
  const { context, opened, by, here } = work
  const read = readForm(context, form, stage === 'pay' ? unpaidSchema : sendSchema)
  if (!read.ok) return refuseForm(context, form, read.error, NOTHING)
  const { numbers, reason } = read.value
  const { kind, id, status } = opened.order
  const move = { by, seen: status, parcels: numbers, ...(reason && { reason }) }
  const done =
    stage === 'done'
      ? await saveParcels(context, by, opened.order, numbers)
      : await changeOrderStatus(context, kind, id, 'completed', move)
  if (!done.ok) return refuseForm(context, form, done.error, NOTHING)
  return redirectWithFlash(context, here, { key: 'admin:order.done.completed' })
}
