import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { requireAccount } from '#app/account/http/account.server.ts'
import { pagePath } from '#app/account/http/query.ts'
import { flatSchema } from '#app/account/schema.server.ts'
import { changeFlat, type UserInfo } from '#app/account/service/accounts.server.ts'
import { ChangeDialog } from '#app/account/ui/change-dialog.tsx'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, readForm, refuseForm } from '#app/web/http/form.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { FlatForm } from './form.tsx'

export const handle: PageHandle = { title: 'account:flat.title' }

const FORM = 'edit-flat'

/** A member's account; other accounts have no flat to change. */
async function requireMember(...args: Parameters<typeof requireAccount>) {
  const account = await requireAccount(...args)
  if (account.accountType !== 'MEMBER') throw new Response(null, { status: 404 })
  return { ...account, flatName: account.flatName ?? '', flatNumber: account.flatNumber ?? '' }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { flatName, flatNumber, auth } = await requireMember(context, request)
  return { flatName, flatNumber, auth }
}

const UNCHANGED = { kind: 'info', key: 'account:flat.unchanged' } as const
const doneAs = ({ auth }: Pick<UserInfo, 'auth'>) =>
  ({
    key: auth === 'PENDING' ? 'account:flat.donePending' : 'account:flat.done',
  }) as const

/** Checks, warns that another building needs approval, and saves. */
export async function action({ request, context }: ActionFunctionArgs) {
  const before = await requireMember(context, request)
  const form = await request.formData()
  const read = readForm(context, form, flatSchema)
  if (!read.ok) return refuseForm(context, form, read.error, { confirm: null })
  const flat = read.value
  const intent = form.get('intent')
  if (intent === 'edit') return { result: asSent(form), confirm: null }
  const home = pagePath(new URL(request.url).search)
  if (flat.flatName === before.flatName && flat.flatNumber === before.flatNumber)
    // The new values are already stored: an earlier save succeeded but its response was lost.
    return redirectWithFlash(context, home, intent === 'save' ? doneAs(before) : UNCHANGED)
  if (intent !== 'save') return { result: null, confirm: flat }
  const saved = await changeFlat(context, before.id, flat)
  if (!saved.ok) return refuseForm(context, form, saved.error, { confirm: null })
  return redirectWithFlash(context, home, doneAs(saved.value))
}

export default function FlatDialog() {
  const t = useT()
  const before = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  const confirm = answer?.confirm ?? null
  const moved = confirm !== null && confirm.flatName !== before.flatName
  const warning = () => {
    if (before.auth === 'REJECTED') return t('account:flat.warningAgain')
    return moved ? t('account:flat.warningMoved') : t('account:flat.warning')
  }
  return (
    <ChangeDialog
      form={FORM}
      title={t('account:flat.title')}
      warning={warning()}
      closeTo={pagePath(search)}
      labels={{ flatName: t('account:field.flatName'), flatNumber: t('account:field.flatNumber') }}
      before={before}
      confirm={confirm}
    >
      <FlatForm id={FORM} values={before} result={answer?.result ?? null} />
    </ChangeDialog>
  )
}
