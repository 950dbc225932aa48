ALTER TABLE `carpools` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `carpools_reported` ON `carpools` (`reported_at`) WHERE reported_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `trips` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `trips_reported` ON `trips` (`reported_at`) WHERE reported_at IS NOT NULL;