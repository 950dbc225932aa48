import type { ReactNode } from 'react'
import { Icon, type IconType } from './icon.tsx'

type EmptyStateProps = { icon: IconType; title: string; children?: ReactNode; action?: ReactNode }

/** What would be here, and the button that creates the first one. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-edge border-dashed px-4 py-10 text-center">
      <Icon of={icon} size={32} className="text-muted" />
      <p className="font-medium text-18">{title}</p>
      {children && <div className="max-w-form text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
