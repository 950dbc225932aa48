import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConfirmChanges, StepButtons } from '#app/account/ui/confirm-changes.tsx'
import { closedFor, requirePlace } from '#app/carpool/http/place.server.ts'
import { carpoolInfoSchema } from '#app/carpool/schema.server.ts'
import { editInfo, readCorrectionWindow } from '#app/carpool/service/carpool-actions.server.ts'
import { partyChanges } from '#app/carpool/ui/party-fields.tsx'
import { type PartyValues, partyValues } from '#app/carpool/ui/party-values.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { PlaceRefusal } from '#app/group/ui/place-refusal.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { latestDay } from '#app/kernel/latest.ts'
import { londonDay, londonWall, startOfLondonDay } from '#app/kernel/time.ts'
import { asSent, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { replaceWithFlash } from '#app/web/http/replace-document.server.ts'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { InfoForm } from './form.tsx'

export const handle: PageHandle = { title: 'account:info.title' }

const FORM = 'edit-info'

/**
 * The earliest flight allowed: the start of the cutoff's day
 * (docs/rules.md#correcting-travel-details).
 */
const earliestFlight = ({ cutoffAt }: { cutoffAt: number }) => startOfLondonDay(londonDay(cutoffAt))

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const window = await readCorrectionWindow(context, user, record.participantId)
  return {
    record,
    window: window.ok ? window.value : { from: earliestFlight(record), to: null },
    latest: latestDay(context.clock.now()),
    closed: closedFor(context, record, 'editInfo'),
    contact: (await readContact(context)).name,
  }
}

const DONE = { key: 'account:info.done' } as const
const UNCHANGED = { kind: 'info', key: 'account:info.unchanged' } as const

/**
 * Checks, warns, and saves the student's travel details while the group is open
 * (docs/rules.md#correcting-travel-details).
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const form = await request.formData()
  const passed = await context.shield('carpool/edit')
  const read = passed.ok
    ? readForm(context, form, carpoolInfoSchema({ now: context.clock.now() }))
    : passed
  if (!read.ok) return refuseForm(context, form, read.error, { confirm: null })
  const info = read.value
  const values = partyValues({ ...record.party, ...info }, londonWall)
  const intent = form.get('intent')
  if (intent === 'edit') return { result: asSent(form), confirm: null }
  const home = recordPath(record.participantId)
  const before = partyValues(record.party, londonWall)
  if (Object.entries(values).every(([name, value]) => before[name as keyof PartyValues] === value))
    // The new values are already stored: an earlier save succeeded but its response was lost.
    return replaceWithFlash(context, home, intent === 'save' ? DONE : UNCHANGED)
  const early = info.flightTime < earliestFlight(record) && values.flightTime !== before.flightTime
  if (early) {
    const params = { field: 'flightTime', from: earliestFlight(record) }
    return refuseForm(context, form, { code: 'validationFailed', params }, { confirm: null })
  }
  if (intent !== 'save') return { result: null, confirm: values }
  const saved = await editInfo(context, user, record.participantId, info)
  if (!saved.ok) return refuseForm(context, form, saved.error, { confirm: null })
  return replaceWithFlash(context, home, DONE)
}

export default function InfoDialog() {
  const t = useT()
  const { wall } = useFormat()
  const { record, window, latest, closed, contact } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const closeTo = recordPath(record.participantId)
  const confirm = answer?.confirm ?? null
  const changes = confirm ? partyChanges(t, partyValues(record.party, wall), confirm) : []
  const [text] = answer?.result?.errors[''] ?? []
  const refusal = text ? { title: t('account:info.failed'), text } : answer ? null : closed
  return (
    <DialogRoute
      title={t('account:info.title')}
      closeTo={closeTo}
      footer={refusal ? undefined : <StepButtons form={FORM} confirming={confirm !== null} />}
    >
      <div className="flex flex-col gap-4">
        {refusal && <PlaceRefusal {...refusal} contact={contact} closeTo={closeTo} />}
        {confirm ? (
          <ConfirmChanges
            id={FORM}
            warning={t('account:info.warning')}
            changes={changes}
            values={confirm}
          />
        ) : (
          (answer || !closed) && (
            <InfoForm
              id={FORM}
              record={record}
              window={window}
              latest={latest}
              result={answer?.result ?? null}
            />
          )
        )}
      </div>
    </DialogRoute>
  )
}
