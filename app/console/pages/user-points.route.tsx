import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { pointsFormSchema } from '#app/console/schemas/members.server.ts'
import { givePoints, openUser, weighPoints } from '#app/console/service/members.server.ts'
import { PointsFields } from '#app/console/ui/points-fields.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { AdminId } from '#app/kernel/id.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { formResult, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { askedIn } from '#app/web/http/search-params.server.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, data) => t('admin:user.givePage', { name: data?.name ?? '' }),
  console: true,
}

/** An open account; 404 for any other. */
async function requireUser(context: AppContext, by: AdminId, id = '') {
  const user = await openUser(context, by, id)
  if (!user || user.closedAt !== null) throw new Response(null, { status: 404 })
  return user
}

/**
 * The form prefilled by the address. `attempt` identifies this attempt, so that saving it twice
 * grants the points once.
 */
function startOf(request: Request): FormData {
  const form = new FormData()
  for (const [name, value] of askedIn(request)) form.set(name, value)
  form.set('attempt', crypto.randomUUID())
  return form
}

/**
 * The requested points change, before it is saved. From £20 up, the administrator must have entered
 * their password recently.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'members' })
  const { id, name, points } = await requireUser(context, admin.id, params.userId)
  const form = startOf(request)
  if (!form.has('points')) return { id, name, result: null, gift: null }
  const read = readForm(context, form, pointsFormSchema)
  if (!read.ok) return { id, name, result: formResult(context, form, read.error), gift: null }
  const { worth, confirmed } = await weighPoints(context, read.value.points)
  await requireAdmin(context, request, { scope: 'members', confirmed })
  const gift = { ...read.value, worth, after: points + read.value.points }
  return { id, name, result: null, gift }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = { scope: 'members' } as const
  const admin = await requireAdmin(context, request, access)
  const { id } = await requireUser(context, admin.id, params.userId)
  const form = await request.formData()
  const read = readForm(context, form, pointsFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const { confirmed } = await weighPoints(context, read.value.points)
  await requireAdmin(context, request, { ...access, confirmed })
  const saved = await givePoints(context, admin.id, id, read.value)
  if (!saved.ok) return refuseForm(context, form, saved.error)
  return redirectWithFlash(context, `/admin/users/${id}`, { key: 'admin:user.given' })
}

/** A manual points change: typed, previewed with its value, then saved. */
export default function UserPoints() {
  const t = useT()
  const { id, name, result, gift } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refusal = answer?.result ?? result
  const { form, fields, errors } = formOf('points', { points: '', description: '' }, refusal)
  const back = `/admin/users/${id}`
  return (
    <Page
      width="text"
      title={t('admin:user.givePage', { name })}
      back={{ to: back, label: t('admin:user.facts') }}
    >
      <FormErrors errors={errors} title={t('admin:user.notSaved')} />
      {gift && !refusal ? (
        <Preview id={id} gift={gift} />
      ) : (
        <Form method="get" {...form} className="flex flex-col items-start gap-3">
          <PointsFields fields={fields} />
        </Form>
      )}
    </Page>
  )
}

type Gift = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['gift']>

function Preview({ id, gift }: { id: string; gift: Gift }) {
  const t = useT()
  const format = useFormat()
  const { points, description, attempt, worth, after } = gift
  const count = Math.abs(points)
  return (
    <Form method="post" className="flex flex-col gap-4">
      <Card>
        <Facts
          items={[
            {
              term: t(points > 0 ? 'admin:user.giveWhat' : 'admin:user.giveBack'),
              detail: (
                <strong>
                  {t('admin:user.giveWorth', { points: count, amount: format.money(worth) })}
                </strong>
              ),
            },
            { term: t('admin:user.reason'), detail: description },
            { term: t('admin:user.giveAfter'), detail: after },
          ]}
        />
      </Card>
      <input type="hidden" name="points" value={points} />
      <input type="hidden" name="description" value={description} />
      <input type="hidden" name="attempt" value={attempt} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">
          {t(points > 0 ? 'admin:user.giveSave.give' : 'admin:user.giveSave.take', {
            points: count,
          })}
        </Button>
        <LinkButton to={`/admin/users/${id}`} variant="quiet">
          {t('admin:change.back')}
        </LinkButton>
      </div>
    </Form>
  )
}
