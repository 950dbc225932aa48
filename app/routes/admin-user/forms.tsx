import { Form } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { control, type SubmissionResult, useForm } from '#app/ui/use-form.ts'

type Result = SubmissionResult<string[]> | null

function Refused({ errors }: { errors: readonly string[] }) {
  const t = useT()
  return errors.length === 0 ? null : (
    <Banner tone="danger" role="alert" title={t('admin:user.notSaved')}>
      {errors.join(' ')}
    </Banner>
  )
}

type LevelProps = { level: number; levels: { min: number; max: number }; result: Result }

export function LevelForm({ level, levels, result }: LevelProps) {
  const t = useT()
  const { form, fields, errors } = useForm('level', { membershipLevel: String(level) }, result)
  const options = Array.from({ length: levels.max - levels.min + 1 }, (_, at) => String(levels.min + at))
  return (
    <Card as="section" labelledBy="level-title" className="flex flex-col gap-3">
      <h2 id="level-title" className="text-18">
        {t('admin:user.level')}
      </h2>
      <Refused errors={errors} />
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

/** `attempt` names this one try: the form sent twice gives once. */
export function PointsForm({ attempt, result }: { attempt: string; result: Result }) {
  const t = useT()
  const { form, fields, errors } = useForm('points', { points: '', description: '', attempt }, result)
  return (
    <Card as="section" labelledBy="points-title" className="flex flex-col gap-3">
      <h2 id="points-title" className="text-18">
        {t('admin:user.give')}
      </h2>
      <Refused errors={errors} />
      <Form method="post" {...form} className="flex flex-col items-start gap-3">
        {/* What was refused gave nothing: the next try is one of its own. */}
        <input type="hidden" name="attempt" value={attempt} />
        <Field
          label={t('admin:user.giveNumber')}
          hint={t('admin:user.giveHint')}
          errors={fields.points.errors}
          className="w-full"
          input={{ ...control(fields.points), type: 'number', step: 1, required: true }}
        />
        <Field
          label={t('admin:user.reason')}
          errors={fields.description.errors}
          className="w-full"
          input={{ ...control(fields.description), type: 'text', maxLength: 100, required: true }}
        />
        <Button type="submit" name="intent" value="points">
          {t('admin:user.giveSubmit')}
        </Button>
      </Form>
    </Card>
  )
}
