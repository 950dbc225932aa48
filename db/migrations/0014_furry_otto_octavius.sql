ALTER TABLE `carpools` ADD `balance_due_at` integer;--> statement-breakpoint
ALTER TABLE `carpools` ADD `shortfall` integer;--> statement-breakpoint
CREATE INDEX `carpools_shortfall` ON `carpools` (`shortfall`);--> statement-breakpoint
ALTER TABLE `trips` ADD `balance_due_at` integer;--> statement-breakpoint
ALTER TABLE `trips` ADD `shortfall` integer;--> statement-breakpoint
CREATE INDEX `trips_shortfall` ON `trips` (`shortfall`);--> statement-breakpoint
CREATE INDEX `participants_kept` ON `participants` (`carpool_id`) WHERE leaving = 'unpaid';