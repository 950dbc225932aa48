import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { requireAccount } from '#app/account/http/account.server.ts'
import { pagePath } from '#app/account/http/query.ts'
import { emailSchema, wechatSchema } from '#app/account/schema.server.ts'
import { changeContact } from '#app/account/service/accounts.server.ts'
import { sendFirstEmailLink } from '#app/account/service/email-links.server.ts'
import { ChangeDialog } from '#app/account/ui/change-dialog.tsx'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, readForm, refuseForm } from '#app/web/http/form.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { ContactForm } from './form.tsx'

export const handle: PageHandle = { title: 'account:contact.title' }

const schema = emailSchema.extend(wechatSchema.shape)
const FORM = 'edit-contact'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const { email, pendingEmail, wechat, emailConfirmedAt } = account
  return {
    before: { email: pendingEmail ?? email, wechat },
    isConfirmed: emailConfirmedAt !== null,
  }
}

const DONE = { key: 'account:contact.done' } as const
const UNCHANGED = { kind: 'info', key: 'account:contact.unchanged' } as const

/** Checks, warns, and saves only what has changed (docs/rules.md#changing-an-account). */
export async function action({ request, context }: ActionFunctionArgs) {
  const account = await requireAccount(context, request)
  const before = { ...account, email: account.pendingEmail ?? account.email }
  const form = await request.formData()
  const passed = await context.shield('account/contact')
  const read = passed.ok ? readForm(context, form, schema) : passed
  if (!read.ok) return refuseForm(context, form, read.error, { confirm: null })
  const { email, wechat } = read.value
  const intent = form.get('intent')
  if (intent === 'edit') return { result: asSent(form), confirm: null }
  const changed = {
    ...(email !== before.email && { email }),
    ...(wechat !== before.wechat && { wechat }),
  }
  const home = pagePath(new URL(request.url).search)
  if (Object.keys(changed).length === 0)
    // The new values are already stored: an earlier save succeeded but its response was lost.
    return redirectWithFlash(context, home, intent === 'save' ? DONE : UNCHANGED)
  if (intent !== 'save') return { result: null, confirm: { email, wechat } }
  const saved = await changeContact(context, before.id, changed)
  if (!saved.ok) return refuseForm(context, form, saved.error, { confirm: null })
  if (changed.email) context.waitUntil(sendFirstEmailLink(context, before.id))
  const link = { key: 'account:contact.doneEmail' } as const
  return redirectWithFlash(context, home, changed.email ? link : DONE)
}

export default function ContactDialog() {
  const t = useT()
  const { before, isConfirmed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  return (
    <ChangeDialog
      form={FORM}
      title={t('account:contact.title')}
      warning={t(isConfirmed ? 'account:contact.warning' : 'account:contact.warningFirst')}
      closeTo={pagePath(search)}
      labels={{ email: t('account:field.email'), wechat: t('account:field.wechat') }}
      before={before}
      confirm={answer?.confirm ?? null}
    >
      <ContactForm id={FORM} values={before} result={answer?.result ?? null} />
    </ChangeDialog>
  )
}
