import type { ServiceDescription } from '#app/catalog/service/catalog.server.ts'
import { ChevronDown, Icon } from '#app/web/ui/icon.tsx'

/** The service's promises and requirements, in the given order, numbered. */
export function ServiceDescriptions({ items }: { items: ServiceDescription[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {items.map(({ id, title, content }, at) => (
        <li key={id} className="flex gap-3">
          <span
            aria-hidden
            className="figures flex size-6 shrink-0 items-center justify-center rounded-full bg-brand-soft font-medium text-13 text-brand"
          >
            {at + 1}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            <p className="whitespace-pre-line text-14 text-muted">{content}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The same descriptions, folded under one line. */
export function FoldedDescriptions({
  items,
  label,
}: {
  items: ServiceDescription[]
  label: string
}) {
  if (items.length === 0) return null
  return (
    <details className="group rounded-card border border-line">
      <summary className="flex min-h-11 items-center justify-between gap-2 px-4">
        <span className="font-medium">{label}</span>
        <Icon of={ChevronDown} className="text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="p-4 pt-2">
        <ServiceDescriptions items={items} />
      </div>
    </details>
  )
}
