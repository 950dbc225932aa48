import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { FLEET, vehicleFormSchema } from '#app/schemas/dispatch.server.ts'
import { newVehicleId } from '#app/services/admin/fleet.server.ts'
import { Tick } from '#app/ui/admin/tick.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { FormErrors } from '#app/ui/error-summary.tsx'
import { DateTimeField, Field } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { control, useForm } from '#app/ui/use-form.ts'

export const handle: PageHandle = { title: 'admin:fleet.vehicle.title', console: true }

const ACCESS = { scope: 'dispatch' } as const
const LIST = '/admin/fleet'
const NEW = 'new'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, ACCESS)
  const { vehicles } = await context.admin.fleet.all()
  const isNew = params.vehicleId === NEW
  const found = isNew
    ? {
        id: newVehicleId(),
        plate: '',
        make: '',
        colour: '',
        seats: 4,
        bigCases: 2,
        smallCases: 2,
        licenceNo: '',
        licenceUntil: '',
        archived: false,
      }
    : vehicles.find(({ id }) => id === params.vehicleId)
  if (!found) throw new Response(null, { status: 404 })
  const { id, archived, ...vehicle } = found
  const values = Object.fromEntries(
    Object.entries(vehicle).map(([name, value]) => [name, String(value)]),
  ) as Record<keyof typeof vehicle, string>
  return { id, archived, values, isNew, limits: FLEET }
}

/** The form carries a new one's id, so that a double tap adds only one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const form = await request.formData()
  const read = readForm(context, form, vehicleFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const id = params.vehicleId === NEW ? String(form.get('id')) : (params.vehicleId ?? '')
  const saved = await context.admin.fleet.saveVehicle(by, id, read.value)
  if (!saved.ok) throw new Response(null, { status: 404 })
  return redirectWithFlash(context, LIST, { kind: 'success', key: 'admin:fleet.saved' })
}

export default function VehiclePage() {
  const t = useT()
  const { id, archived, values, isNew, limits } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  const { form, fields, errors } = useForm('vehicle', values, result)
  const sent = result?.sent.some(([name]) => name === 'archived')
  return (
    <Page
      width="text"
      title={t(isNew ? 'admin:fleet.vehicle.add' : 'admin:fleet.vehicle.title')}
      back={{ to: LIST, label: t('admin:fleet.title') }}
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <FormErrors errors={errors} />
        <input type="hidden" name="id" value={id} />
        <Field
          label={t('admin:fleet.vehicle.plate')}
          errors={fields.plate.errors}
          input={{ ...control(fields.plate), required: true, maxLength: limits.plate }}
        />
        <Field
          label={t('admin:fleet.vehicle.make')}
          errors={fields.make.errors}
          input={{ ...control(fields.make), required: true, maxLength: limits.text }}
        />
        <Field
          label={t('admin:fleet.vehicle.colour')}
          errors={fields.colour.errors}
          input={{ ...control(fields.colour), required: true, maxLength: limits.text }}
        />
        <Field
          label={t('admin:fleet.vehicle.seats')}
          errors={fields.seats.errors}
          input={{ ...control(fields.seats), type: 'number', required: true, ...limits.seats }}
        />
        <Field
          label={t('admin:fleet.vehicle.bigCases')}
          errors={fields.bigCases.errors}
          input={{ ...control(fields.bigCases), type: 'number', required: true, ...limits.cases }}
        />
        <Field
          label={t('admin:fleet.vehicle.smallCases')}
          errors={fields.smallCases.errors}
          input={{ ...control(fields.smallCases), type: 'number', required: true, ...limits.cases }}
        />
        <Field
          label={t('admin:fleet.vehicle.licenceNo')}
          errors={fields.licenceNo.errors}
          input={{ ...control(fields.licenceNo), required: true, maxLength: limits.text }}
        />
        <DateTimeField
          kind="date"
          label={t('admin:fleet.vehicle.licenceUntil')}
          errors={fields.licenceUntil.errors}
          input={{ ...control(fields.licenceUntil), required: true }}
        />
        {!isNew && (
          <Tick
            name="archived"
            value="on"
            label={t('admin:fleet.archive')}
            defaultChecked={result ? Boolean(sent) : archived}
          />
        )}
        <SubmitButton>{t('admin:fleet.save')}</SubmitButton>
      </Form>
    </Page>
  )
}
