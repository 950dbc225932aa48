ALTER TABLE `participants` ADD `flight` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `flight_open_at` integer;--> statement-breakpoint
CREATE INDEX `participants_flight` ON `participants` (`flight_open_at`) WHERE flight_open_at IS NOT NULL;