import { PointsFields } from '#app/console/ui/points-fields.tsx'
import { useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

export type Result = FormResult | null

type LevelProps = { level: number; levels: { min: number; max: number }; result: Result }

export function LevelForm({ level, levels, result }: LevelProps) {
  const t = useT()
  const { form, fields, errors } = formOf('level', { membershipLevel: String(level) }, result)
  const options = Array.from({ length: levels.max - levels.min + 1 }, (_, at) =>
    String(levels.min + at),
  )
  return (
    <Card as="section" labelledBy="level-title" className="flex flex-col gap-3">
      <h2 id="level-title" className="text-18">
        {t('admin:user.level')}
      </h2>
      <FormErrors errors={errors} title={t('admin:user.notSaved')} />
      <Form method="post" {...form} className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('admin:user.level')}
          errors={fields.membershipLevel.errors}
          input={control(fields.membershipLevel)}
          options={options.map((value) => ({ value, label: value }))}
        />
        <Button type="submit" variant="secondary" name="intent" value="level">
          {t('admin:user.levelSave')}
        </Button>
      </Form>
    </Card>
  )
}

/** A manual points change; their value is shown before they are saved. */
export function PointsForm({ userId }: { userId: string }) {
  const t = useT()
  const { form, fields } = formOf('points', { points: '', description: '' }, null)
  return (
    <Card as="section" labelledBy="points-title" className="flex flex-col gap-3">
      <h2 id="points-title" className="text-18">
        {t('admin:user.give')}
      </h2>
      <Form
        method="get"
        action={`/admin/users/${userId}/points`}
        {...form}
        className="flex flex-col items-start gap-3"
      >
        <PointsFields fields={fields} />
      </Form>
    </Card>
  )
}
