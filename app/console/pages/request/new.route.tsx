import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recordView } from '#app/audit/audit.server.ts'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import {
  newRequestId,
  readRequest,
  readWhom,
  scopeOf,
} from '#app/console/service/requests.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { amountText } from '#app/kernel/money.ts'
import { isOpen, REQUEST_KINDS, sumOf } from '#app/requests/rules/request.ts'
import { requestFormSchema } from '#app/requests/schema.server.ts'
import { askForMoney, type RequestRow } from '#app/requests/service/requests.server.ts'
import { RequestSum } from '#app/requests/ui/request-sum.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, filledWith, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { FIELDS, RequestFields } from './fields.tsx'

export const handle: PageHandle = { title: 'admin:request.new', console: true }

/** Whom the address asks for money, and the open request that it takes the place of; or 404. */
async function requireSubject({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request)
  const { searchParams } = new URL(request.url)
  const before = await readRequest(context, searchParams.get('replaces') ?? '')
  const whom = before
    ? { ...before, name: before.name ?? '' }
    : await readWhom(context, searchParams)
  if (!whom) throw new Response(null, { status: 404 })
  const admin = await requireAdmin(context, request, { scope: scopeOf(whom) })
  return { admin, whom, before: before && isOpen(before) ? before : null, searchParams }
}

export async function loader(args: LoaderFunctionArgs) {
  const { admin, whom, before, searchParams } = await requireSubject(args)
  await recordView(args.context, admin.id, 'userViewed', whom.userId)
  const what = REQUEST_KINDS.find((kind) => kind === searchParams.get('what'))
  const start = before ? valuesOf(before) : { what: what ?? '' }
  return { name: whom.name, changes: before !== null, start: { ...start, id: newRequestId() } }
}

/** `show` draws the request as the student will see it, `edit` the form again; `send` sends it. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { admin, whom, before } = await requireSubject(args)
  const form = await request.formData()
  const read = readForm(context, form, requestFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error, { shown: null })
  if (form.get('intent') !== 'send') {
    const shown = form.get('intent') === 'show' ? read.value : null
    return data({ result: asSent(form), shown })
  }
  const { userId, subjectId, participantId } = whom
  const asked = { userId, subjectId, participantId, ...read.value }
  const sent = await askForMoney(context, admin.id, asked, before ?? undefined)
  if (!sent.ok) return refuseForm(context, form, sent.error, { shown: null })
  return redirectWithFlash(context, `/admin/requests/${sent.value}`, { key: 'admin:request.sent' })
}

/** A request as the form's values. */
const valuesOf = ({ what, lines, note }: RequestRow): Record<string, string> => ({
  what,
  note: note ?? '',
  ...Object.fromEntries(
    lines.flatMap(({ text, amount }, at) => [
      [`text${at + 1}`, text],
      [`amount${at + 1}`, amountText(amount)],
    ]),
  ),
})

/** Asks one student for money: typed, shown as the student will see it, then sent. */
export default function NewRequest() {
  const t = useT()
  const { name, changes, start } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('request', FIELDS, answer?.result ?? filledWith(start))
  const shown = answer?.shown
  return (
    <Page
      width="form"
      title={t(changes ? 'admin:request.change' : 'admin:request.new')}
      lead={t('admin:request.newLead', { name })}
    >
      <FormErrors errors={errors} title={t('admin:request.notSent')} />
      <Form method="post" {...form} className="flex flex-col gap-4">
        {shown ? (
          <>
            <Card className="flex flex-col gap-3">
              <h2 className="text-18">{t('request:one', { what: requestKind(t, shown.what) })}</h2>
              <RequestSum
                request={{ ...shown, amount: sumOf(shown.lines), fen: null, fenPerPound: null }}
              />
            </Card>
            <p className="text-14 text-muted">{t('admin:request.consequence')}</p>
            {Object.values(fields).map((field) => (
              <input key={field.name} type="hidden" name={field.name} value={field.value} />
            ))}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" name="intent" value="send">
                {t('admin:request.send')}
              </Button>
              <Button type="submit" name="intent" value="edit" variant="quiet" formNoValidate>
                {t('admin:request.edit')}
              </Button>
            </div>
          </>
        ) : (
          <RequestFields fields={fields} />
        )}
      </Form>
    </Page>
  )
}
