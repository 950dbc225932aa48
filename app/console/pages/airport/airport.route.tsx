import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import {
  AIRPORT_NAME_MAX,
  airportFormSchema,
  MEETING_POINTS,
} from '#app/console/schemas/offer.server.ts'
import {
  addAirport,
  changeAirport,
  deleteAirport,
  newAirportId,
  readAirport,
} from '#app/console/service/airports.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { CLEARING_MINUTES, CLEARING_MINUTES_MAX } from '#app/kernel/limits.ts'
import type { Failure } from '#app/kernel/result.ts'
import { TERMINALS } from '#app/schemas/common.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { AirportForm } from './form.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>> | undefined> = {
  title: (t, data) => t(data?.isNew ? 'admin:airport.add' : 'admin:airport.edit'),
  console: true,
}

const LIST = '/admin/airports'
const NEW = 'new'

const notFound = () => new Response(null, { status: 404 })

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'catalog' })
  const rules = {
    terminals: [...TERMINALS],
    nameMax: AIRPORT_NAME_MAX,
    pointsMax: MEETING_POINTS.count * (MEETING_POINTS.length + 1),
    clearingMax: CLEARING_MINUTES_MAX,
  }
  const isNew = params.airportId === NEW
  const blank = {
    id: newAirportId(),
    airportName: { zh: '', en: '' },
    terminals: [],
    active: true,
    clearingMinutes: CLEARING_MINUTES,
    meetingPoints: [],
  }
  const airport = isNew ? blank : await readAirport(context, params.airportId ?? '')
  if (!airport) throw notFound()
  return { rules, airport, isNew }
}

/**
 * Adds, changes or deletes an airport. The form carries a new one's id, so that a double tap adds
 * only one.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'catalog' })
  const form = await request.formData()
  const id = params.airportId ?? ''
  if (form.get('intent') === 'delete') {
    const removed = await deleteAirport(context, admin.id, id)
    if (!removed.ok) throw missingOr(removed.error)
    return redirectWithFlash(context, LIST, { key: `admin:airport.${removed.value}` })
  }
  const read = readForm(context, form, airportFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const { zh, en, ...rest } = read.value
  const fields = { airportName: { zh, en }, ...rest }
  const saved =
    id === NEW
      ? await addAirport(context, admin.id, String(form.get('id')), fields)
      : await changeAirport(context, admin.id, id, fields)
  if (!saved.ok && saved.error.code === 'notFound') throw missingOr(saved.error)
  if (!saved.ok) return refuseForm(context, form, saved.error)
  const key = id === NEW ? 'admin:airport.added' : 'admin:airport.saved'
  return redirectWithFlash(context, LIST, { key })
}

const missingOr = ({ code }: Failure): Response =>
  code === 'notFound' ? notFound() : new Response(null, { status: 503 })

export default function Airport() {
  const t = useT()
  const language = useLanguage()
  const { rules, airport, isNew } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Page
      width="text"
      title={isNew ? t('admin:airport.add') : airport.airportName[language]}
      lead={t(isNew ? 'admin:airport.addLead' : 'admin:airport.editLead')}
      back={{ to: LIST, label: t('admin:airport.title') }}
    >
      <AirportForm airport={airport} {...rules} result={answer?.result ?? null} />
      {!isNew && <Delete />}
    </Page>
  )
}

function Delete() {
  const t = useT()
  return (
    <details className="rounded-card border border-line bg-surface p-4">
      <summary className="min-h-11 content-center font-medium">
        {t('admin:airport.delete.title')}
      </summary>
      <Form method="post" className="mt-2 flex flex-col items-start gap-3">
        <p className="text-14 text-muted">{t('admin:airport.delete.lead')}</p>
        <Button type="submit" name="intent" value="delete" variant="danger">
          {t('admin:airport.delete.submit')}
        </Button>
      </Form>
    </details>
  )
}
