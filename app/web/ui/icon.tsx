import type { LucideIcon } from 'lucide-react'

// The only set of icons. Each from a file of its own: from the package's index, a build would read
// two thousand others too.
export { default as ArrowLeft } from 'lucide-react/icons/arrow-left'
export { default as ArrowRight } from 'lucide-react/icons/arrow-right'
export { default as Ban } from 'lucide-react/icons/ban'
export { default as Bell } from 'lucide-react/icons/bell'
export { default as Calendar } from 'lucide-react/icons/calendar'
export { default as CalendarPlus } from 'lucide-react/icons/calendar-plus'
export { default as Car } from 'lucide-react/icons/car'
export { default as Check } from 'lucide-react/icons/check'
export { default as ChevronDown } from 'lucide-react/icons/chevron-down'
export { default as CircleAlert } from 'lucide-react/icons/circle-alert'
export { default as CircleCheck } from 'lucide-react/icons/circle-check'
export { default as CircleX } from 'lucide-react/icons/circle-x'
export { default as Clock } from 'lucide-react/icons/clock'
export { default as Copy } from 'lucide-react/icons/copy'
export { default as CreditCard } from 'lucide-react/icons/credit-card'
export { default as Hourglass } from 'lucide-react/icons/hourglass'
export { default as House } from 'lucide-react/icons/house'
export { default as Info } from 'lucide-react/icons/info'
export { default as Languages } from 'lucide-react/icons/languages'
export { default as LoaderCircle } from 'lucide-react/icons/loader-circle'
export { default as Lock } from 'lucide-react/icons/lock'
export { default as LogOut } from 'lucide-react/icons/log-out'
export { default as Luggage } from 'lucide-react/icons/luggage'
export { default as MapPin } from 'lucide-react/icons/map-pin'
export { default as Package } from 'lucide-react/icons/package'
export { default as Plus } from 'lucide-react/icons/plus'
export { default as Search } from 'lucide-react/icons/search'
export { default as Share2 } from 'lucide-react/icons/share-2'
export { default as Tag } from 'lucide-react/icons/tag'
export { default as TriangleAlert } from 'lucide-react/icons/triangle-alert'
export { default as Truck } from 'lucide-react/icons/truck'
export { default as Undo2 } from 'lucide-react/icons/undo-2'
export { default as User } from 'lucide-react/icons/user'
export { default as Users } from 'lucide-react/icons/users'
export { default as Warehouse } from 'lucide-react/icons/warehouse'
export { default as X } from 'lucide-react/icons/x'

export type IconType = LucideIcon

/** An icon beside its word: hidden from screen readers and pointers. Size in px. */
export function Icon({
  of: Shape,
  size = 20,
  className,
}: {
  of: IconType
  size?: number
  className?: string
}) {
  return (
    <Shape
      size={size}
      strokeWidth={1.75}
      aria-hidden
      focusable={false}
      className={`shrink-0 ${className ?? ''}`}
    />
  )
}
