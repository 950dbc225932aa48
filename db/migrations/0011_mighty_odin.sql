DROP INDEX `carpools_list`;--> statement-breakpoint
DROP INDEX `carpools_airport`;--> statement-breakpoint
ALTER TABLE `carpools` ADD `rank` integer GENERATED ALWAYS AS (CASE status WHEN 'OPEN' THEN 0 WHEN 'PENDING' THEN 2 WHEN 'FAILED' THEN 2 WHEN 'CANCELLED' THEN 2 ELSE 1 END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `carpools_list` ON `carpools` (`listed`,`trip_type`,`rank`,`carpool_at`,`id`);--> statement-breakpoint
CREATE INDEX `carpools_airport` ON `carpools` (`listed`,`trip_type`,`airport_id`,`rank`,`carpool_at`,`id`);--> statement-breakpoint
DROP INDEX `trips_list`;--> statement-breakpoint
ALTER TABLE `trips` ADD `rank` integer GENERATED ALWAYS AS (CASE status WHEN 'OPEN' THEN 0 WHEN 'PENDING' THEN 2 WHEN 'FAILED' THEN 2 WHEN 'CANCELLED' THEN 2 ELSE 1 END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `trips_list` ON `trips` (`listed`,`rank`,`cutoff_at`,`id`);