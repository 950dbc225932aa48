import { useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { control, type formOf } from '#app/web/ui/form-state.ts'

type Fields = ReturnType<typeof formOf<{ points: string; description: string }>>['fields']

/** Number of points, the reason, and the button that previews their value. */
export function PointsFields({ fields }: { fields: Fields }) {
  const t = useT()
  return (
    <>
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
      <Button type="submit" variant="secondary">
        {t('admin:user.giveShow')}
      </Button>
    </>
  )
}
