import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { driverFormSchema, FLEET } from '#app/schemas/dispatch.server.ts'
import { newDriverId } from '#app/services/admin/fleet.server.ts'
import { Tick } from '#app/ui/admin/tick.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { FormErrors } from '#app/ui/error-summary.tsx'
import { DateTimeField, Field } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { control, useForm } from '#app/ui/use-form.ts'

export const handle: PageHandle = { title: 'admin:fleet.driver.title', console: true }

const ACCESS = { scope: 'dispatch' } as const
const LIST = '/admin/fleet'
const NEW = 'new'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, ACCESS)
  const { drivers } = await context.admin.fleet.all()
  const isNew = params.driverId === NEW
  const found = isNew
    ? {
        id: newDriverId(),
        name: '',
        phone: '',
        badgeNo: '',
        badgeUntil: '',
        languages: '',
        archived: false,
      }
    : drivers.find(({ id }) => id === params.driverId)
  if (!found) throw new Response(null, { status: 404 })
  const { id, archived, ...driver } = found
  const values = Object.fromEntries(
    Object.entries(driver).map(([name, value]) => [name, String(value)]),
  ) as Record<keyof typeof driver, string>
  return { id, archived, values, isNew, limits: FLEET }
}

/** The form carries a new one's id, so that a double tap adds only one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const form = await request.formData()
  const read = readForm(context, form, driverFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const id = params.driverId === NEW ? String(form.get('id')) : (params.driverId ?? '')
  const saved = await context.admin.fleet.saveDriver(by, id, read.value)
  if (!saved.ok) throw new Response(null, { status: 404 })
  return redirectWithFlash(context, LIST, { kind: 'success', key: 'admin:fleet.saved' })
}

export default function DriverPage() {
  const t = useT()
  const { id, archived, values, isNew, limits } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  const { form, fields, errors } = useForm('driver', values, result)
  const sent = result?.sent.some(([name]) => name === 'archived')
  return (
    <Page
      width="text"
      title={t(isNew ? 'admin:fleet.driver.add' : 'admin:fleet.driver.title')}
      back={{ to: LIST, label: t('admin:fleet.title') }}
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <FormErrors errors={errors} />
        <input type="hidden" name="id" value={id} />
        <Field
          label={t('admin:fleet.driver.name')}
          errors={fields.name.errors}
          input={{ ...control(fields.name), required: true, maxLength: limits.text }}
        />
        <Field
          label={t('admin:fleet.driver.phone')}
          errors={fields.phone.errors}
          input={{ ...control(fields.phone), type: 'tel', required: true }}
        />
        <Field
          label={t('admin:fleet.driver.badgeNo')}
          errors={fields.badgeNo.errors}
          input={{ ...control(fields.badgeNo), required: true, maxLength: limits.text }}
        />
        <DateTimeField
          kind="date"
          label={t('admin:fleet.driver.badgeUntil')}
          errors={fields.badgeUntil.errors}
          input={{ ...control(fields.badgeUntil), required: true }}
        />
        <Field
          label={t('admin:fleet.driver.languages')}
          errors={fields.languages.errors}
          optional
          input={{ ...control(fields.languages), maxLength: limits.text }}
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
