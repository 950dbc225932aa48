ALTER TABLE `participants` ADD `returned_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `trip_places` ADD `returned_amount` integer DEFAULT 0 NOT NULL;