import { Icon, type IconType } from '#app/web/ui/icon.tsx'

export type Effect = { icon: IconType; text: string }

/** The consequences of a step, one line each, above the button that takes it. */
export function Effects({ items }: { items: Effect[] }) {
  return (
    <ul className="figures flex flex-col gap-3 rounded-card border border-line bg-ground p-4">
      {items.map(({ icon, text }) => (
        <li key={text} className="flex gap-3">
          <Icon of={icon} size={18} className="mt-1 text-brand" />
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
