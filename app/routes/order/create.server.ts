import type { Submission } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/cloudflare'
import type { z } from 'zod'
import type { ErrorCode } from '#app/domain/error.ts'
import { latestDay } from '#app/domain/latest.ts'
import { ORDER_NAME_MAX } from '#app/domain/limits.ts'
import { earliestOrderDay } from '#app/domain/order/check.ts'
import type { MailDraft, MoveDraft, OrderKind } from '#app/domain/order/order.ts'
import type { Failure } from '#app/domain/result.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  type FormResult,
  readForm,
  refused,
  refuseForm,
  refuseUnread,
  sendBack,
  sentValues,
} from '#app/http/form.server.ts'
import { requireLogin } from '#app/http/guard.server.ts'
import { orNull } from '#app/http/part.server.ts'
import { mailCreateSchema, moveCreateSchema } from '#app/schemas/order.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { homePath, minePath, payPath } from '#app/ui/order/query.ts'
import { formOf, startValues } from './values.server.ts'

/** What a create form is filled from and must know. */
export async function loadCreate(kind: OrderKind, { request, context }: LoaderFunctionArgs) {
  const user = await requireLogin(context, request)
  const { catalog, clock, language, orders, settings } = context
  const [set, own, descriptions] = await Promise.all([
    settings.read(),
    orNull(context, 'last order', orders.list(kind, { mine: true, limit: 1 }, user, language)),
    catalog.serviceDescriptions(kind, language),
  ])
  const last = own?.items[0]
  return {
    values: startValues({
      userName: [...user.name].slice(0, ORDER_NAME_MAX).join(''),
      tel: user.phone,
      fromAddress: last?.fromAddress ?? '',
      fromZip: last?.fromZip ?? '',
    }),
    /** Made before the first try and sent with every one, so that a double tap makes one order. */
    attemptId: crypto.randomUUID(),
    amount: kind === 'mail' ? set.mailBasePrice : set.moveBasePrice,
    earliest: earliestOrderDay(clock.now()),
    latest: latestDay(clock.now()),
    descriptions,
  }
}

export type CreateData = Awaited<ReturnType<typeof loadCreate>>
/**
 * The form again, with what is wrong. `cancelled`: nothing is; it holds what an order said that is no more. `unpaid`: other
 * orders have to be paid first.
 */
export type CreateAnswer = { result: FormResult; why: 'cancelled' | 'unpaid' | null }

/** Makes the order and leads to its payment, or back to the list when nothing is to be paid (docs/rules.md#base-price). */
export async function answerCreate(kind: OrderKind, { request, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const form = await request.formData()
  if (form.get('intent') === 'cancel') return cancel(context, user, kind, String(form.get('orderId') ?? ''))
  const now = context.clock.now()
  const schema: z.ZodType<MailDraft | MoveDraft> =
    kind === 'mail' ? mailCreateSchema({ now }) : moveCreateSchema({ now })
  const passed = await context.shield('JOIN')
  if (!passed.ok) return sendForm(form, refuseUnread(context, form, passed.error), passed.error.code)
  const submission = readForm(context, form, schema)
  if (submission.status !== 'success') return sendForm(form, sendBack(submission), 'validationFailed')
  const attemptId = String(form.get('attemptId') || crypto.randomUUID())
  const made = await context.orders.create(user, kind, submission.value, attemptId)
  if (!made.ok) return refuse(context, form, submission, made.error)
  if (made.value.basePaid)
    return redirectWithFlash(context, minePath(kind), { kind: 'success', key: `order:done.${kind}` })
  // As a document: the payment page brings its own security policy.
  return redirectDocument(payPath(kind, made.value.id), 303)
}

function refuse(context: AppContext, form: FormData, submission: Submission<unknown>, failure: Failure) {
  const why = failure.params?.context === 'unpaid' ? 'unpaid' : null
  return sendForm(form, refuseForm(context, submission, failure), failure.code, why)
}

/** The form with its values as they were sent. */
function sendForm(form: FormData, result: FormResult, code: ErrorCode, why: CreateAnswer['why'] = null) {
  const answer: CreateAnswer = { result: { ...result, initialValue: sentValues(form) }, why }
  return refused(answer, code)
}

/**
 * Deletes an unpaid order for good and gives the form back as it was filled in. (That is why it happens here: once the
 * order is gone there is no other place that knows what it said.)
 */
async function cancel(context: AppContext, user: User, kind: OrderKind, id: string) {
  const removed = await context.orders.remove(user, kind, id)
  if (removed.ok) {
    const answer: CreateAnswer = { result: { initialValue: formOf(removed.value) }, why: 'cancelled' }
    return data(answer, { status: 200 })
  }
  const { code, params } = removed.error
  if (code === 'notFound')
    return redirectWithFlash(context, homePath(kind), { kind: 'info', key: 'order:done.cancelled' })
  if (code === 'alreadyPaid')
    return redirectWithFlash(context, minePath(kind), { kind: 'info', key: `errors:${code}`, params })
  return redirectWithFlash(context, payPath(kind, id), { kind: 'error', key: `errors:${code}`, params })
}
