ALTER TABLE `participants` ADD `missed_at` integer;--> statement-breakpoint
CREATE INDEX `participants_missed` ON `participants` (`missed_at`) WHERE missed_at IS NOT NULL;