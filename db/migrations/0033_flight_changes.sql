ALTER TABLE `participants` ADD `flight` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `flight_open_until` integer;--> statement-breakpoint
CREATE INDEX `participants_flight` ON `participants` (`flight_open_until`) WHERE flight_open_until IS NOT NULL;